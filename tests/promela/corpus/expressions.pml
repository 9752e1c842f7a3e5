// operators and their precedence, conditional expressions, short circuits, 32 bits
int a = 5, b = 3, r; byte arr[2];
active proctype A() {
  r = (a & b == 1); assert(r == 0);
  assert((5 | 2 ^ 2 & 3) == 5 && (1 << 3 + 1) == 16 && -7 / 2 == -3 && -7 % 2 == -1);
  assert((-8 >> 1) == -4 && ~0 == -1 && !5 == 0 && !0 && - -3 == 3);
  r = (a > b -> a - b : b - a); assert(r == 2);
  assert(b == 3 || arr[7] == 1);
  assert(!(b == 4 && arr[9] == 1));
  r = 2147483647; r = r * 2; assert(r == -2);
  r = a - b - 1; assert(r == 1);
  r = (a == 5) + (b == 3) * 2; assert(r == 3);
  assert('a' == 97 && '\n' == 10 && 010 == 10 && true == 1 && (skip + false) == 1)
}
