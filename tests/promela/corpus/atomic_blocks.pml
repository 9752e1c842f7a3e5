// atomic: blocks in the middle, lets others run, and is atomic again afterwards
byte x, y;
active proctype A() { atomic { x = 1; y == 1; x = 2; x = 3 }; x == 3 }
active proctype B() { y = 1; y = 2; y = 1 }
active proctype C() { x == 1; x = 4 }
