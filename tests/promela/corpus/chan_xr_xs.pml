// xr and xs: promises about who receives and who sends
chan q = [1] of { byte };
chan r = [1] of { byte };
byte total;

active proctype Producer() {
  xs q; xr r;
  byte i;
  for (i : 1 .. 3) { q!i; r?eval(i) }
}
active proctype Consumer() {
  xr q; xs r;
  byte x;
  do
  :: q?x -> total = total + x; r!x
  :: total == 6 -> break
  od
}
