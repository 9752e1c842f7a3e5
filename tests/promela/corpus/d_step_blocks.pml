// a d_step that blocks in the middle goes wrong
byte x;
active proctype A() { d_step { x = 1; x == 2; x = 3 } }
