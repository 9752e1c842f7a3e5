// else outside of a selection is a skip
byte x;
active proctype A() { x = 1; else; x = 2 }
