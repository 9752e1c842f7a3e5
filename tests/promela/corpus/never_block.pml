// a claim that cannot move ends a path: the assertion beyond is not seen under it
byte x;
active proctype A() { x = 1; x = 2; assert(false); x = 3 }
never { x == 0; x == 1; x == 7; do :: true od }
