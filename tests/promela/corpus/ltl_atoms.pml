// what formulas can look at: places, variables of processes, polls, lengths, macros, np_ and _last
#define at_end (A[0]@finish)
chan q = [2] of { byte };
active proctype A() {
  byte mine;
  do
  :: mine < 2 -> q!mine; mine++
  :: else -> break
  od;
finish:
  mine = 9
}
active proctype B() { byte x; q?x; q?x }
ltl place { <> at_end }
ltl local_variable { [] (A[0]:mine <= 2 || A:mine == 9) }
ltl poll { [] (q?[1] -> len(q) <= 2) }
ltl emptied { <> [] (len(q) == 0) }
ltl never_two { [] (len(q) < 2) }
