// run: as a statement, assigned, as a condition; arguments of all kinds, a structure too
typedef Pair { byte a, b };
chan out = [3] of { byte };
Pair q;
byte child;

proctype P(byte x; chan c; Pair p; bit flag) {
  c!x + p.a + p.b + flag
}

init {
  q.a = 1; q.b = 2;
  run P(10, out, q, 3);
  child = run P(20, out, q, 0);
  q.b = 100;
  (run P(30, out, q, 1));
  byte r;
  out?r; out?r; out?r;
  assert(child == 2)
}
