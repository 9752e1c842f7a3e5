// the alternating bit protocol over lossy channels, with timeout
mtype = { data, ack };
chan to = [1] of { mtype, bit, byte };
chan from = [1] of { mtype, bit };
byte last;
active proctype Sender() {
  bit s, r; byte n = 1;
  do
  :: to!data(s, n)
  :: from?ack(r) -> if :: r == s -> s = 1 - s; n = n % 3 + 1 :: else fi
  :: timeout -> skip
  od
}
active proctype Receiver() {
  bit expected, b; byte n;
  do
  :: to?data(b, n) ->
     if
     :: b == expected -> assert(n == last % 3 + 1); last = n; expected = 1 - expected; from!ack(b)
     :: else -> from!ack(b)
     fi
  :: to?data(_, _)
  od
}
