// SPDX-License-Identifier: Apache-2.0
/*
 * The MCS queue lock for 3 processes.
 *
 *   J. M. Mellor-Crummey, M. L. Scott. Algorithms for scalable synchronization on shared-memory multiprocessors.
 *   ACM Transactions on Computer Systems 9(1), 1991.
 *
 * Those who wait form a linked list. A newcomer puts itself at the tail (swap, one step) and, if somebody was there,
 * tells it who follows and waits until its own flag is cleared. Who leaves clears the flag of its successor. If it
 * knows of none, it tries to empty the list (compare-and-swap, one step); if that fails, somebody is about to say that
 * it follows.
 *
 * Expected: never two processes in `critical`; a process that is in the list gets in, even if the scheduler is unfair.
 */

#define N      3
#define NOBODY N
#define me     _pid

byte tail = NOBODY;
byte behind[N];                 // who comes after each process
bool locked[N];

active [N] proctype P()
{
  byte before;

  do
  :: behind[me] = NOBODY;
     atomic { before = tail; tail = me }
joined:
     if
     :: before == NOBODY
     :: atomic { before != NOBODY -> locked[me] = true }
        behind[before] = me;
wait:
        !locked[me]
     fi;
critical:
     if
     :: behind[me] == NOBODY ->
        if
        :: atomic { tail == me -> tail = NOBODY }
        :: tail != me ->
           behind[me] != NOBODY;
           goto release
        fi
     :: behind[me] != NOBODY ->
release:
        locked[behind[me]] = false
     fi
  od
}

#define cs(i) (P[i]@critical)

ltl mutual_exclusion { [] (cs(0) + cs(1) + cs(2) <= 1) }
ltl no_starvation    { [] (P[0]@joined -> <> cs(0)) }
ltl somebody_enters  { [] <> (cs(0) || cs(1) || cs(2)) }
ltl entered_again    { [] <> cs(0) }                             // violated
