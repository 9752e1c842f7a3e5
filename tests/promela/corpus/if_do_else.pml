// if, do, else (moved to the end wherever it stands), blocking selections, nested ones as guards
byte x, r;
active proctype A() {
  if
  :: else -> r = 9
  :: x == 0 -> r = 1
  fi;
  if
  :: if :: x == 1 -> r = 2 :: else -> r = 3 fi
  :: x == 0 -> r = 4
  fi;
  do
  :: x < 3 -> x++
  :: x == 2 -> x = 5; break
  :: else -> break
  od;
  if :: x == 77 :: x >= 3 -> skip fi;
  if :: x == 77 -> x = 0 fi
}
