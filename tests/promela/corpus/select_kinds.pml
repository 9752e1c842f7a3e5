// select: between small numbers in one step, otherwise by a loop
byte i, n = 3;
short k;
active proctype A() {
  select (i : 1 .. 4);
  select (k : -2 .. 0);
  select (i : n - 1 .. n + 1);
  select (k : 1 .. 40);
  assert(i >= 2 && i <= 4 && k > 0)
}
