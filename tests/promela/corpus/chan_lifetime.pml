// channels of a process are gone with it, and their numbers are used again
byte n;
proctype P() { chan l = [1] of { byte }; l!1; l?1; n++ }
proctype Q() { chan l = [2] of { byte }; chan m = [0] of { byte }; l!2; n++ }
init { run P(); (_nr_pr == 1); run Q(); run P() }
