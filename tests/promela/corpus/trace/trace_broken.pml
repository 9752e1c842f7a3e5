// trace: an event that does not fit is an error
mtype = { a, b };
chan q = [2] of { mtype };
active proctype P() { if :: q!a; q!b :: q!b; q!a fi }
trace { q!a; q!b }
