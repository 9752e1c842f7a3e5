// SPDX-License-Identifier: Apache-2.0
/*
 * Peterson's mutual exclusion algorithm for n processes, here 5.
 *
 *   G. L. Peterson. Myths about the mutual exclusion problem.
 *   Information Processing Letters 12(3), 1981.
 *
 * A process climbs from level 1 to level n - 1. On each it writes its number into `last` of that level, and waits as
 * long as it is the last one there and some other process has reached the level. So one process at least stays behind
 * on each level. The condition is tested in one step here; the algorithm is correct without that.
 *
 * Expected: never two processes in `critical`; no deadlock; somebody gets in again and again. A process can starve only
 * if the scheduler is unfair: two others can pass it by turns for as long as it is not allowed to move.
 */

#define N  5
#define me _pid

byte level[N];      // 0: does not want to enter
byte last[N];       // who came last to level 1, ..., N - 1

#define ALL_BELOW ((me == 0 || level[0] < j) && \
                   (me == 1 || level[1] < j) && \
                   (me == 2 || level[2] < j) && \
                   (me == 3 || level[3] < j) && \
                   (me == 4 || level[4] < j))

active [N] proctype P()
{
  byte j;

  do
  :: j = 1;
climb:
     level[me] = j;
     last[j] = me;
wait:
     if
     :: atomic { j < N - 1 && (last[j] != me || ALL_BELOW) -> j++; goto climb }
     :: atomic { j == N - 1 && (last[j] != me || ALL_BELOW) -> j = 0 }
     fi;
critical:
     level[me] = 0
  od
}

#define cs(i) (P[i]@critical)

ltl mutual_exclusion { [] (cs(0) + cs(1) + cs(2) + cs(3) + cs(4) <= 1) }
ltl somebody_enters  { [] <> (cs(0) || cs(1) || cs(2) || cs(3) || cs(4)) }
ltl no_starvation    { [] (P[0]@wait -> <> cs(0)) }             // violated, but holds with pan -f (weak fairness)
