// a never claim with accepting labels, names and atomic parts; another one beside it
byte x;
active proctype A() { do :: x = 1 - x :: x == 1 -> x = 2 :: x == 2 -> x = 0 od }
never stays {
T0: if :: (x == 2) -> goto accept_S :: (true) -> goto T0 fi;
accept_S: if :: (x != 0) -> goto accept_S fi
}
never goes {
  do
  :: atomic { (x == 2) -> assert(!(x == 2)) }
  :: else -> skip
  od
}
