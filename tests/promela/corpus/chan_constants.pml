// constants in receives: negative ones, those that no field can hold, true and false
chan q = [2] of { short, byte, bool };
byte r;

active proctype A() {
  q!-3, 300, true;
  if
  :: q?-3, 300, true -> r = 1
  :: q?-3, 44, false -> r = 2
  :: q?-3, 44, true -> r = 3
  fi;
  assert(r == 3)
}
