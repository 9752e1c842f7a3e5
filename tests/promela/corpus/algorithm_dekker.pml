// Dekker's algorithm with goto
bool flag[2]; byte turn, cs;
active [2] proctype P() {
  byte me = _pid, other = 1 - _pid;
again:
  flag[me] = true;
  do
  :: !flag[other] -> break
  :: flag[other] ->
     if
     :: turn != me -> flag[me] = false; turn == me; flag[me] = true
     :: turn == me
     fi
  od;
  cs++;
  assert(cs == 1);
  cs--;
  turn = other;
  flag[me] = false;
  goto again
}
ltl served { []<> (cs == 1) }
