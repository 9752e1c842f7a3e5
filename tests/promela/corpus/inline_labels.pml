// labels, variables and loops inside of an inline belong to each expansion; inline calls inline
byte total;

inline count_to(n) {
  byte i;
  i = 0;
again:
  if
  :: i < n -> i++; goto again
  :: else
  fi;
  total = total + i
}

inline twice(n) {
  count_to(n);
  count_to(n + 1)
}

active proctype A() {
  twice(1);
  count_to(2);
  assert(total == 5)
}
