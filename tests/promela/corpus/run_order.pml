// a process can die only when it is the youngest; its number is used again
byte n, top;

proctype Short() { n++ }
proctype Long() { n++; n++; n > 3 }

init {
  run Long();
  run Short();
  (_nr_pr == 2);
  top = run Short();
  assert(top == 2)
}
