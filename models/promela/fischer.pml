// SPDX-License-Identifier: Apache-2.0
/*
 * Fischer's mutual exclusion algorithm for 4 processes, with discrete time.
 *
 *   M. J. Fischer, in a message to L. Lamport, 1985, who published it in:
 *   L. Lamport. A fast mutual exclusion algorithm. ACM Transactions on Computer Systems 5(1), 1987.
 *
 * One shared variable `id` is enough if steps take a bounded time. Who finds it 0 writes its own number at most WRITE
 * ticks later, then waits at least WAIT ticks and enters if the number is still there. This is correct if WAIT > WRITE.
 *
 * A process Clock lets time pass. `deadline[i]` is 0 or one more than the ticks that are left to write; the clock
 * cannot tick while one of them is 1. `delay[i]` are the ticks that process i still has to wait.
 *
 * Expected: never two processes in `critical`. Who is about to write does so, since time does not go on without it.
 * Starvation is possible. With WAIT = WRITE mutual exclusion fails.
 */

#define N     4
#define WRITE 2
#define WAIT  3
#define me    _pid
#define mine  (_pid + 1)

byte id;
byte deadline[N];
byte delay[N];

active [N] proctype P()
{
  do
  :: atomic { id == 0 -> deadline[me] = WRITE + 1 }
writing:
     atomic { id = mine; deadline[me] = 0; delay[me] = WAIT }
wait:
     if
     :: delay[me] == 0 && id == mine ->
critical:
        id = 0
     :: delay[me] == 0 && id != mine
     fi
  od
}

#define TICK(i) deadline[i] = deadline[i] - (deadline[i] > 0); delay[i] = delay[i] - (delay[i] > 0)

active proctype Clock()
{
  do
  :: d_step {
       deadline[0] != 1 && deadline[1] != 1 && deadline[2] != 1 && deadline[3] != 1 ->
       TICK(0); TICK(1); TICK(2); TICK(3)
     }
  od
}

#define cs(i) (P[i]@critical)

ltl mutual_exclusion { [] (cs(0) + cs(1) + cs(2) + cs(3) <= 1) }
ltl own_number       { [] (cs(0) -> id == 1) }
ltl time_waits       { [] (P[0]@writing -> <> P[0]@wait) }
ltl no_starvation    { [] (P[0]@wait -> <> cs(0)) }                        // violated
