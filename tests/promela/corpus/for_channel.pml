// for over the messages of a channel: each is received and sent again, the order stays
typedef Msg { byte a; short b };
chan q = [4] of { Msg };
short s;
active proctype A() {
  Msg m, o;
  m.a = 1; m.b = 10; q!m;
  m.a = 2; m.b = 20; q!m;
  m.a = 3; m.b = -5; q!m;
  for (m in q) { s = s + m.a * m.b };
  assert(s == 35 && len(q) == 3);
  q?o;
  assert(o.a == 1 && o.b == 10)
}
