// a receive matches first and then stores from left to right: an index may have been received just before
chan q = [3] of { byte, byte };
byte i = 2, a[4];

active proctype A() {
  q!1, 7; q!3, 8; q!0, 9;
  q?i, a[i];
  assert(i == 1 && a[1] == 7 && a[2] == 0);
  q?eval(i + 2), a[i];
  assert(a[1] == 8);
  q?_, i;
  assert(i == 9)
}
