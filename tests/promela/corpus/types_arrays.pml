// arrays: initial values for all, in a list that is too short, of bits (which are bytes), size by an expression
#define N 2
byte a[N + 2] = 3;
byte d[4] = { 1, 2 };
bit e[3];
short s[2] = -1;
bool g[2] = true;

active proctype A() {
  int mine[3] = { 5, 6, 7 };
  assert(a[3] == 3 && d[0] == 1 && d[3] == 2 && s[1] == -1 && g[1]);
  e[0] = 2;
  assert(e[0] == 2);
  mine[1] = mine[0] + mine[2];
  d[a[0]] = mine[1];
  assert(d[3] == 12)
}
