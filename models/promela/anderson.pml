// SPDX-License-Identifier: Apache-2.0
/*
 * Anderson's queue lock for 4 processes.
 *
 *   T. E. Anderson. The performance of spin lock alternatives for shared-memory multiprocessors.
 *   IEEE Transactions on Parallel and Distributed Systems 1(1), 1990.
 *
 * The lock is an array of slots, one for each process. Who wants the lock draws the number of the next slot
 * (fetch-and-increment, one step), and waits until that slot says that the lock is there. Who leaves puts the lock into
 * the following slot.
 *
 * Expected: never two processes in `critical`; a process that has drawn a slot gets in, even if the scheduler is
 * unfair, and in the order of the slots: nobody overtakes.
 */

#define N 4

bool lock_at[N] = {1, 0};        // the last value stands for all that follow
byte next_slot;

active [N] proctype P()
{
  byte mine;

  do
  :: atomic { mine = next_slot; next_slot = (next_slot + 1) % N }
wait:
     lock_at[mine];
     lock_at[mine] = false;
critical:
     atomic { lock_at[(mine + 1) % N] = true; mine = 0 }
  od
}

#define wait0 (P[0]@wait)
#define cs(i) (P[i]@critical)

ltl mutual_exclusion { [] (cs(0) + cs(1) + cs(2) + cs(3) <= 1) }
ltl no_starvation    { [] (wait0 -> <> cs(0)) }
ltl overtaken_once   { [] (wait0 -> (!cs(1) U (cs(1) U (!cs(1) U cs(0))))) }
ltl never_overtaken  { [] (wait0 -> (!cs(1) U cs(0))) }          // violated: who stands in front is not behind
