// global initial values are computed type by type, not in the order of the text; local ones in its order
int y = 5;
byte x = y + 1;
short z = x + 10;
int w = z + y;
bit b = w > 0;
active proctype A() {
  byte p = y;
  byte q = p + 1;
  assert(x == 1 && z == 11 && w == 16 && b == 0);
  assert(p == 5 && q == 6)
}
