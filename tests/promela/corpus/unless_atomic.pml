// an escape interrupts an atomic, but no d_step; several ways out are all tried
byte x, y;
active proctype A() {
  { atomic { x = 1; x = 2; x = 3 }; d_step { x = 5; x = 2; x = 6 } } unless { if :: x == 2 -> y = 1 :: x == 2 -> y = 2 :: x == 9 fi };
  x = 7
}
