// formulas with atoms that cannot be evaluated in some states
byte a[3], i;
chan none;
chan some = [1] of { byte };
active proctype A() {
  do
  :: i < 4 -> i++
  :: i == 4 -> i = 0
  od
}
ltl index { [] (a[i] == 0) }
ltl guarded { [] (i > 2 || a[i] == 0) }
ltl channel { [] (len(none) == 0) }
ltl later { (i < 3) U (a[i - 1] == 0) }
