// SPDX-License-Identifier: Apache-2.0
/*
 * Election of a leader in a ring where all numberings are tried: the environment hands out the numbers.
 *
 *   E. Chang, R. Roberts. An improved algorithm for decentralized extrema-finding in circular configurations of processes.
 *   Communications of the ACM 22(5), 1979.
 *
 * A node sends its number to its neighbour, hands on larger ones and drops smaller ones; who gets its own number back leads.
 * Messages wait in buffers. -D N= (3 to 7), -D BUFFER=.
 *
 * Expected: exactly one leader, the one with the largest number; no invalid end state.
 */

#ifndef N
#define N 5
#endif
#ifndef BUFFER
#define BUFFER 1
#endif

mtype = { number, leader }

chan to[N] = [BUFFER] of { mtype, byte };
byte leaders;
byte given;                        // bits: which numbers are taken

proctype Node(byte me, mine)
{
  byte x;

  to[(me + 1) % N]!number(mine);
  do
  :: to[me]?number(x) ->
     if
     :: x > mine -> to[(me + 1) % N]!number(x)
     :: x == mine -> atomic { leaders++; assert(leaders == 1 && mine == N - 1) }
        to[(me + 1) % N]!leader(mine)
     :: else
     fi;
     x = 0
  :: to[me]?leader(x) ->
     if
     :: x != mine -> to[(me + 1) % N]!leader(x)
     :: else
     fi;
     break
  od
}

#define free(n) (n < N && (given & (1 << n)) == 0)

init
{
  byte i, x;
  atomic {
    do
    :: i < N ->
       if
       :: free(0) -> x = 0
       :: free(1) -> x = 1
       :: free(2) -> x = 2
       :: free(3) -> x = 3
       :: free(4) -> x = 4
       :: free(5) -> x = 5
       :: free(6) -> x = 6
       fi;
       given = given | (1 << x);
       run Node(i, x);
       i++
    :: else -> break
    od;
    i = 0; x = 0; given = 0
  }
}

ltl one { [] (leaders <= 1) }
ltl some { <> (leaders == 1) }
