// enabled() of another process
byte x, seen;
active proctype A() { x == 1 -> x = 2 }
active proctype B() {
  if :: enabled(0) -> seen = 1 :: !enabled(0) -> seen = 2 fi;
  x = 1;
  if :: enabled(0) -> seen = seen + 10 :: x == 2 fi
}
