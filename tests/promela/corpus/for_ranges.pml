// for over a range: the bound is computed again each round, the variable ends one above; loops in loops, break, goto
byte i, j, n = 2, s;
active proctype A() {
  for (i : 1 .. n + 1) { s = s + i; if :: i == 2 -> n = 3 :: else fi };
  assert(i == 5 && s == 10);
  for (i : n .. 1) { assert(false) };
  assert(i == 3);
  for (i : 0 .. 2) {
    for (j : i .. 2) {
      if :: j == 1 -> break :: else -> s-- fi
    };
    if :: i == 1 -> goto done :: else fi
  };
done:
  s = 0
}
