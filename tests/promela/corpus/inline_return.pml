// x = f(..): inline with return, which assigns and goes on
byte x, y, log;

inline square(n) {
  return n * n;
  log++
}

inline larger(a, b) {
  if
  :: a >= b -> return a
  :: else -> return b
  fi
}

active proctype A() {
  x = square(3);
  y = larger(x, 5);
  x = larger(y - 1, y);
  assert(log == 1 && x == 9)
}
