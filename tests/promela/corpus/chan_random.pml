// random receive: the oldest message that matches, with constants, eval and _
mtype = { red, green, blue };
chan q = [4] of { mtype, byte };
byte n, want = 2;

active proctype A() {
  q!red, 1; q!green, 2; q!blue, 3; q!green, 4;
  q??green, n; assert(n == 2);
  q??eval(red), n; assert(n == 1);
  q??_, eval(want + 2);
  assert(len(q) == 1);
  if
  :: q??red, n -> assert(false)
  :: q??[blue, _] -> q?_, n
  fi
}
