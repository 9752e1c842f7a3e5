// d_step: one step, executable if its first statement is; the first option that can be taken is taken
byte x, y;
active proctype A() {
  d_step { x == 1; x = 2; if :: x > 0 -> y = 1 :: x > 1 -> y = 2 fi; x = 3 };
  assert(y == 1)
}
active proctype B() { x = 1; x = 0; x = 1 }
