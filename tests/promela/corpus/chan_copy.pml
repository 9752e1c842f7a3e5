// receive without taking: c?<..> and c??<..>
chan q = [3] of { byte, byte };
byte x, y;

active proctype A() {
  q!1, 10; q!2, 20; q!3, 30;
  q?<x, y>; assert(x == 1 && y == 10 && len(q) == 3);
  q??<2, y>; assert(y == 20 && len(q) == 3);
  q??<eval(x + 2), y>; assert(y == 30);
  q?1, _;
  q?<x, _>; assert(x == 2 && len(q) == 2)
}
