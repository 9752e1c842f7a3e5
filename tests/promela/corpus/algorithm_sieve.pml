// the sieve: a chain of processes that grows
#define MAX 11
byte found;
proctype Sieve(chan in; byte prime) {
  chan out = [0] of { byte };
  byte n, next;
  do
  :: in?n ->
     if
     :: n == 0 -> if :: next -> out!0 :: else fi; break
     :: n % prime == 0
     :: else -> if :: next == 0 -> next = n; found++; run Sieve(out, n) :: else -> out!n fi
     fi
  od
}
init {
  chan first = [0] of { byte };
  byte i;
  found = 1;
  run Sieve(first, 2);
  for (i : 3 .. MAX) { first!i };
  first!0;
  (_nr_pr == 1) -> assert(found == 5)
}
