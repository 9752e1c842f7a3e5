// SPDX-License-Identifier: Apache-2.0
/*
 * Dijkstra's mutual exclusion algorithm, the first for more than two processes, with three users.
 *
 *   E. W. Dijkstra. Solution of a problem in concurrent programming control.
 *   Communications of the ACM 8(9), 1965.
 *
 * Users compete for the variable `turn` (k in the paper): whoever finds that its present holder does not want to enter
 * writes its own number there. The holder then claims the critical section, looks at all others, and starts over if
 * another one claims it too. `wants[i]` is the paper's `not b[i]`, `claims[i]` its `not c[i]`.
 *
 * Expected: never two users in `critical`; no deadlock. Starvation is possible, with a fair scheduler too. A user that
 * is alone gets in.
 *
 * With -D STAY, a user may stay outside and in `critical`, by steps that change nothing.
 */

#define N     3
#define me    _pid

bool wants[N];
bool claims[N];
byte turn;

active [N] proctype User()
{
  do
#ifdef STAY
  :: !wants[me]
#endif
  :: wants[me] = true;
test:
     if
     :: turn != me ->
        claims[me] = false;
        if
        :: !wants[turn] -> turn = me; goto test
        :: wants[turn] -> goto test
        fi
     :: turn == me ->
        claims[me] = true
     fi;
     if
     :: !claims[(me + 1) % N]
     :: claims[(me + 1) % N] -> goto test
     fi;
     if
     :: !claims[(me + 2) % N]
     :: claims[(me + 2) % N] -> goto test
     fi;
critical:
#ifdef STAY
     do :: wants[me] :: break od;
#endif
     claims[me] = false;
     wants[me] = false
  od
}

#define cs0 (User[0]@critical)
#define cs1 (User[1]@critical)
#define cs2 (User[2]@critical)

ltl mutual_exclusion { [] !((cs0 && cs1) || (cs0 && cs2) || (cs1 && cs2)) }
ltl enters_if_alone  { [] ((wants[0] && [] (!wants[1] && !wants[2])) -> <> cs0) }
ltl no_starvation    { [] (wants[0] -> <> cs0) }                                   // violated
ltl somebody_enters  { <> (cs0 || cs1 || cs2) }                                    // violated: they may test for ever
