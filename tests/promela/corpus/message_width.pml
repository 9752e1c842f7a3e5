// fewer values than the message has: the rest is 0
chan q = [1] of { byte, byte, byte };
byte x, y;
active proctype A() { q!1, 2; q?x, y; assert(x == 1 && y == 2) }
