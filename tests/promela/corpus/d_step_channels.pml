// buffered sends and receives inside of a d_step; a rendezvous receive as its first statement
chan q = [2] of { byte };
chan r = [0] of { byte };
byte x, y;
active proctype A() { d_step { q!1; q!2; q?x }; r!x + 4 }
active proctype B() { d_step { r?y -> y = y * 2 }; q?x; assert(y == 10 && x == 2) }
