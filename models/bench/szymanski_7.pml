// SPDX-License-Identifier: Apache-2.0
/*
 * Szymanski's mutual exclusion algorithm with linear wait, for 7 processes.
 *
 *   B. K. Szymanski. A simple solution to Lamport's concurrent programming problem with linear wait.
 *   ICS 1988.
 *
 * The critical section has a waiting room with two doors. Whoever asks goes in by the first door, which is open while
 * nobody has shut it, and waits for those who come at the same time; the last one opens the second door and shuts the
 * first. Then they enter in the order of their numbers. Conditions on all processes are tested in one step here.
 *
 *   flag   0 outside, 1 wants to come in, 2 waits inside for others, 3 is in the first door, 4 has shut the first door
 *
 * Expected: never two processes in `critical`; a process that has asked gets in, even if the scheduler is unfair:
 * nobody shuts the first door while somebody still wants to come in. But nobody has to ask.
 */

#define N  7
#define me _pid

byte flag[N];

#define FIRST_DOOR_OPEN \
  ((me == 0 || flag[0] < 3) && \
   (me == 1 || flag[1] < 3) && \
   (me == 2 || flag[2] < 3) && \
   (me == 3 || flag[3] < 3) && \
   (me == 4 || flag[4] < 3) && \
   (me == 5 || flag[5] < 3) && \
   (me == 6 || flag[6] < 3))
#define NOBODY_ASKS \
  ((me == 0 || flag[0] != 1) && \
   (me == 1 || flag[1] != 1) && \
   (me == 2 || flag[2] != 1) && \
   (me == 3 || flag[3] != 1) && \
   (me == 4 || flag[4] != 1) && \
   (me == 5 || flag[5] != 1) && \
   (me == 6 || flag[6] != 1))
#define SECOND_DOOR_OPEN \
  ((me != 0 && flag[0] == 4) || \
   (me != 1 && flag[1] == 4) || \
   (me != 2 && flag[2] == 4) || \
   (me != 3 && flag[3] == 4) || \
   (me != 4 && flag[4] == 4) || \
   (me != 5 && flag[5] == 4) || \
   (me != 6 && flag[6] == 4))
#define LOWER_ARE_OUT \
  ((me <= 0 || flag[0] < 2) && \
   (me <= 1 || flag[1] < 2) && \
   (me <= 2 || flag[2] < 2) && \
   (me <= 3 || flag[3] < 2) && \
   (me <= 4 || flag[4] < 2) && \
   (me <= 5 || flag[5] < 2))
#define HIGHER_PASSED \
  ((me >= 1 || flag[1] < 2 || flag[1] == 4) && \
   (me >= 2 || flag[2] < 2 || flag[2] == 4) && \
   (me >= 3 || flag[3] < 2 || flag[3] == 4) && \
   (me >= 4 || flag[4] < 2 || flag[4] == 4) && \
   (me >= 5 || flag[5] < 2 || flag[5] == 4) && \
   (me >= 6 || flag[6] < 2 || flag[6] == 4))

active [N] proctype P()
{
  do
  :: flag[me] = 1;
asked:
     FIRST_DOOR_OPEN;
     flag[me] = 3;
     if
     :: NOBODY_ASKS
     :: atomic { !NOBODY_ASKS -> flag[me] = 2 }
        SECOND_DOOR_OPEN
     fi;
     flag[me] = 4;
wait:
     LOWER_ARE_OUT;
critical:
     atomic { HIGHER_PASSED -> flag[me] = 0 }
  od
}

#define cs(i) (P[i]@critical)

ltl mutual_exclusion { [] (cs(0) + cs(1) + cs(2) + cs(3) + cs(4) + cs(5) + cs(6) <= 1) }
ltl no_starvation    { [] (P[0]@asked -> <> cs(0)) }
ltl somebody_enters  { [] <> (cs(0) || cs(1) || cs(2) || cs(3) || cs(4) || cs(5) || cs(6)) }
ltl entered_again    { [] <> cs(0) }                            // violated
