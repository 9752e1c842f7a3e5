// messages with fields of every type, structures too; values are cut to their fields when they are sent
typedef Data { bit f; short s; byte list[2] };
chan q = [2] of { bit, byte, short, int, bool, Data, chan };
Data in, out;
chan other;
byte b; short s; int i; bit t; bool u;

active proctype A() {
  in.f = 1; in.s = -3; in.list[0] = 4; in.list[1] = 5;
  q!3, 300, 70000, -1, true, in, q;
  q?t, b, s, i, u, out, other;
  assert(t == 1 && b == 44 && s == 4464 && i == -1 && u);
  assert(out.f == 1 && out.s == -3 && out.list[1] == 5 && other == q);
  q!0, 44, 0, 0, 0, in, 0;
  q?0, 44, 0, 0, 0, out, other
}
