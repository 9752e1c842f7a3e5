// channels as messages and parameters: each client sends a channel of its own for the answer
chan server = [1] of { byte, chan };
byte sum;

proctype Client(byte n; chan to) {
  chan mine = [1] of { byte };
  byte r;
  to!n, mine;
  mine?r;
  sum = sum + r
}

active proctype Server() {
  chan back;
  byte n;
end:
  do
  :: server?n, back -> back!n * 2
  od
}

init { atomic { run Client(1, server); run Client(2, server) } }
