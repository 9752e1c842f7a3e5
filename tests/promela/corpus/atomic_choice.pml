// choices inside of an atomic: each way is a transition, also where two lead to the same state
byte x;
active proctype A() {
  atomic { if :: x = 1 :: x = 2 :: x = 1 fi; if :: x = x + 1 :: x = x * 2 fi };
  x = 0
}
