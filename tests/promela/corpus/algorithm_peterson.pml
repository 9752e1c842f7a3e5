// Peterson's algorithm, with a count of who is inside and a formula about each process
bool want[2]; bit turn; byte inside;
active [2] proctype P() {
  do
  :: want[_pid] = true; turn = 1 - _pid;
     (!want[1 - _pid] || turn == _pid);
     inside++; assert(inside == 1); inside--;
     want[_pid] = false
  od
}
ltl exclusive { [] (inside < 2) }
ltl live { [] (want[0] -> <> !want[0]) }
