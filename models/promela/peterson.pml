// SPDX-License-Identifier: Apache-2.0
/*
 * Peterson's mutual exclusion algorithm for two processes.
 *
 *   G. L. Peterson. Myths about the mutual exclusion problem.
 *   Information Processing Letters 12(3), 1981.
 *
 * A process announces that it wants to enter, then politely gives the turn to the other one. It waits as long as the
 * other wants to enter and has the turn. Nothing is assumed of the scheduler.
 *
 * Expected: never both in `critical`; a process that waits gets in, even if the scheduler is unfair, because the other
 * one cannot pass twice. But nobody has to ask: entered_again fails.
 */

#define me    _pid
#define other (1 - _pid)

bool want[2];
byte turn;

active [2] proctype P()
{
  do
  :: want[me] = true;
asked:
     turn = other;
wait:
     !want[other] || turn == me;
critical:
     want[me] = false
  od
}

#define wait0 (P[0]@wait)
#define cs0   (P[0]@critical)
#define cs1   (P[1]@critical)

ltl mutual_exclusion { [] !(cs0 && cs1) }
ltl no_starvation    { [] (wait0 -> <> cs0) }
ltl somebody_enters  { [] <> (cs0 || cs1) }
ltl entered_again    { [] <> cs0 }                  // violated
