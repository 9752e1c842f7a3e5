// assertions: with and without parentheses, inside of atomic; a failed one does not end the run
byte x;
active proctype A() {
  assert x == 0;
  atomic { x = 1; assert(x == 2); x = 2 };
  assert(x == 2 && _pid == 0)
}
active proctype B() { x = 5 }
