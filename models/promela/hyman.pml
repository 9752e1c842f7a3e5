// SPDX-License-Identifier: Apache-2.0
/*
 * Hyman's mutual exclusion algorithm for two processes. It is wrong.
 *
 *   H. Hyman. Comments on a problem in concurrent programming control.
 *   Communications of the ACM 9(1), 1966.
 *
 * A process that does not have the turn waits until the other one does not want to enter, and then takes the turn.
 * Between these two steps the other one, which still has the turn, can ask and enter.
 *
 * Expected: both can be in `critical` at once; no deadlock; a process may wait for ever.
 *
 * With -D STAY, a process may stay outside and in `critical`, by steps that change nothing.
 */

#define me    _pid
#define other (1 - _pid)

bool want[2];
byte turn;

active [2] proctype P()
{
  do
#ifdef STAY
  :: !want[me]
#endif
  :: want[me] = true;
test:
     do
     :: turn == me -> break
     :: turn != me ->
wait:
        !want[other];
take:
        turn = me
     od;
critical:
#ifdef STAY
     do :: want[me] :: break od;
#endif
     want[me] = false
  od
}

#define wait0 (P[0]@wait)
#define cs0   (P[0]@critical)
#define cs1   (P[1]@critical)

ltl mutual_exclusion { [] !(cs0 && cs1) }           // violated
ltl no_starvation    { [] (wait0 -> <> cs0) }       // violated
ltl somebody_enters  { [] <> (cs0 || cs1) }
