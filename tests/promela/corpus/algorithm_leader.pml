// election in a ring: the largest number wins
#define N 3
chan ring[N] = [N] of { byte };
byte leaders, winner;
proctype Node(chan in, out; byte mine) {
  byte got;
  out!mine;
end:
  do
  :: in?got ->
     if
     :: got > mine -> out!got
     :: got == mine -> leaders++; winner = mine; break
     :: else
     fi
  od
}
init {
  atomic { run Node(ring[0], ring[1], 2); run Node(ring[1], ring[2], 7); run Node(ring[2], ring[0], 5) }
}
ltl one { [] (leaders <= 1) && <> (winner == 7) }
