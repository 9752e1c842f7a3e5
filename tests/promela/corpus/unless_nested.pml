// nested unless: the outer escape wins; an escape inside of an escape
byte x, y;
active proctype A() {
  {
    { x = 1; x = 2; x = 3 } unless { x == 2 -> y = 1; y = 2 }
  } unless { x >= 2 && y != 0 -> y = y + 10 };
  x = 0
}
active proctype B() { y == 1 -> y = 5 }
