// The number of an ended process' channel is given again, to the next channel that is made.
byte r = 9;
chan k = [1] of { chan };

proctype W(byte v) {
  chan own = [2] of { byte };
  own!v;
  k!own;
  r == 9
}

proctype V() {
  chan own = [2] of { byte };
  own!8;
  k!own
}

init {
  chan o; chan p;
  run V();
  k?o;
  (_nr_pr == 1);
  run W(7);
  o?r;
  k?p
}
