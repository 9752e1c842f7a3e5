// three philosophers with rendezvous forks: a deadlock
#define N 3
mtype = { take, put };
chan fork[N] = [0] of { mtype };
proctype Fork(byte i) {
end:
  do :: fork[i]?take -> fork[i]?put od
}
proctype Philosopher(byte i) {
  do
  :: fork[i]!take; fork[(i + 1) % N]!take; fork[(i + 1) % N]!put; fork[i]!put
  od
}
init {
  byte k;
  atomic { for (k : 0 .. N - 1) { run Fork(k); run Philosopher(k) }; k = 0 }
}
