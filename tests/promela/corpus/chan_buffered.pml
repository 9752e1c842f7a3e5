// a buffered channel: send blocks when full, receive when empty; len, full, empty, nfull, nempty
chan q = [2] of { byte };
byte sent, got, most;

active proctype P() {
  do
  :: sent < 4 && nfull(q) -> q!sent; sent++
  :: sent == 4 -> break
  od
}

active proctype C() {
  byte x;
  do
  :: nempty(q) ->
     if
     :: len(q) > most -> most = len(q)
     :: else
     fi;
     q?x; assert(x == got); got++
  :: got == 4 && empty(q) -> break
  od;
  assert(!(most > 2));
  most = full(q)
}
