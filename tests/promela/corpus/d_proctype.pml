// D_proctype: deterministic, or it goes wrong
byte x;
active D_proctype A() { if :: x == 0 -> x = 1 :: x == 1 -> x = 2 fi; x = 3 }
active proctype B() { x = 1 }
