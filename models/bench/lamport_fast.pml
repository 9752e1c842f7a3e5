// SPDX-License-Identifier: Apache-2.0
/*
 * Lamport's fast mutual exclusion algorithm: seven accesses to memory where nobody else competes.
 *
 *   L. Lamport. A fast mutual exclusion algorithm. ACM Transactions on Computer Systems 5(1), 1987, Algorithm 2.
 *
 * N may be given: -D N=4.
 *
 * Expected: never two processes in `critical`; somebody enters again and again if somebody wants to. Starvation is possible.
 */

#ifndef N
#define N 3
#endif
#define me (_pid + 1)

byte x, y;                         // 0: nobody
bit b[N];
byte inside;

active [N] proctype P()
{
  byte j;

start:
  b[_pid] = 1;
  x = me;
  if
  :: y != 0 ->
     b[_pid] = 0;
     y == 0;
     goto start
  :: y == 0
  fi;
  y = me;
  if
  :: x != me ->
     b[_pid] = 0;
     do
     :: j < N -> b[j] == 0; j++
     :: else -> break
     od;
     j = 0;
     if
     :: y != me -> y == 0; goto start
     :: y == me
     fi
  :: x == me
  fi;
  atomic { inside++; assert(inside == 1) }
critical:
  inside--;
  y = 0;
  b[_pid] = 0;
  goto start
}

ltl exclusive { [] (inside <= 1) }
ltl somebody  { [] <> (inside == 1) }
