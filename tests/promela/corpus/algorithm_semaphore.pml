// a semaphore as a channel and one as a number with atomic; a buffer between two kinds of processes
chan sema = [1] of { bit };
byte count = 1, items, used;
inline P(s) { atomic { s > 0 -> s-- } }
inline V(s) { s++ }
active [2] proctype Worker() {
  byte rounds;
  do
  :: rounds < 2 -> sema!1; items++; assert(items == 1); items--; sema?1; rounds++
  :: else -> break
  od;
  P(count); used++; assert(used == 1); used--; V(count)
}
