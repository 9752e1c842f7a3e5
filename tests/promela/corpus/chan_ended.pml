// The channel of a process that has ended: nothing waits in it, and a receive waits for ever.
byte r = 9;
chan k = [1] of { chan };

proctype W() {
  chan own = [2] of { byte };
  own!7;
  k!own
}

init {
  chan o;
  run W();
  k?o;
  (_nr_pr == 1);
  r = len(o);
  assert(r == 0);
  assert(empty(o));
  r = o?[7];
  assert(r == 0);
  if
  :: o?7 -> r = 1
  :: o?r -> r = 2
  :: o??7 -> r = 3
  :: o?<7> -> r = 4
  :: nempty(o) -> r = 5
  :: else -> r = 6
  fi;
  assert(r == 6);
  o?r
}
