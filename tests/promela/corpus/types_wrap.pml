// every basic type, and what becomes of values that do not fit
bit b; bool f; byte y; short s; int i; unsigned u : 3; pid p; mtype m;
mtype = { red, green };

active proctype A() {
  b = 2; f = 4; y = 300; s = 40000; i = 2147483647; u = 13; p = 256 + 7; m = green;
  assert(b == 0 && f == 0 && y == 44 && s == -25536 && u == 5 && p == 7);
  i = i + 1;
  y = -1;
  assert(i < 0 && y == 255);
  y++;
  u--; u--; u--; u--; u--; u--;
  assert(y == 0 && u == 7)
}
