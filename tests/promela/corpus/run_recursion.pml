// processes that start processes: factorial, each answers its parent over its own channel
proctype fact(byte n; chan up) {
  chan down = [1] of { short };
  short r;
  if
  :: n <= 1 -> up!1
  :: else -> run fact(n - 1, down); down?r; up!n * r
  fi
}

init {
  chan answer = [1] of { short };
  short r;
  run fact(4, answer);
  answer?r;
  assert(r == 24)
}
