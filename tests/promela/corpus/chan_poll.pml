// polls, also negated and in compound expressions, without effect
mtype = { yes, no };
chan q = [2] of { mtype, byte };
byte n;

active proctype A() {
  do
  :: !q?[yes, _] && n < 2 -> q!no, n; n++
  :: q?[no, 0] || q??[no, 1] -> q?no, _
  :: n == 2 && !q??[no, _] -> break
  od;
  q!yes, 5;
  assert(q?[yes, 5] && !q?[yes, 4] && q?[eval(yes), eval(n + 3)])
}
