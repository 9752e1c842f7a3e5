// SPDX-License-Identifier: Apache-2.0
/*
 * Dekker's mutual exclusion algorithm for two processes, the first correct one.
 *
 *   E. W. Dijkstra. Cooperating sequential processes. In: Programming Languages, Academic Press, 1968
 *   (EWD 123, 1965; Dijkstra names Th. J. Dekker as the author).
 *
 * A process announces that it wants to enter. If both want to, the one without the turn takes its announcement back
 * until it gets the turn, which happens when the other one leaves.
 *
 * Expected: never both in `critical`; no deadlock. Starvation is possible, but only if the scheduler is unfair: it may
 * let one process test for ever. A process that is alone gets in.
 */

#define me    _pid
#define other (1 - _pid)

bool want[2];
byte turn;

active [2] proctype P()
{
  do
  :: want[me] = true;
trying:
     do
     :: !want[other] -> break
     :: want[other] ->
contend:
        if
        :: turn == me
        :: turn != me ->
           want[me] = false;
wait:
           turn == me;
           want[me] = true
        fi
     od;
critical:
     turn = other;
     want[me] = false
  od
}

#define trying0 (P[0]@trying)
#define cs0     (P[0]@critical)
#define cs1     (P[1]@critical)

ltl mutual_exclusion  { [] !(cs0 && cs1) }
ltl enters_if_alone   { [] ((trying0 && [] !want[1]) -> <> cs0) }
ltl no_starvation     { [] (trying0 -> <> cs0) }                      // violated, but holds with pan -f (weak fairness)
ltl entered_again     { [] <> cs0 }                                   // violated
