// SPDX-License-Identifier: Apache-2.0
/*
 * A pipeline that sorts: each of N stages keeps the largest number that it has seen and hands on the others.
 *
 *   The distributed sorter is a classic of process algebra; as a Promela model it is known from G. J. Holzmann, Design and
 *   Validation of Computer Protocols, 1991.
 *
 * The numbers are all sequences of N out of 0 .. VALUES - 1. Messages meet or wait in buffers of BUFFER. -D N=, -D VALUES=.
 *
 * Expected: the stages end with the numbers in descending order; no invalid end state.
 */

#ifndef N
#define N 4
#endif
#ifndef VALUES
#define VALUES 4
#endif
#ifndef BUFFER
#define BUFFER 1
#endif

chan q[N] = [BUFFER] of { byte };
byte kept[N];
byte done;

active [N] proctype Stage()
{
  byte x, left = N - _pid - 1;     // so many are handed on

  q[_pid]?kept[_pid];
  do
  :: left > 0 ->
     q[_pid]?x;
     if
     :: x > kept[_pid] -> q[_pid + 1]!kept[_pid]; kept[_pid] = x
     :: else -> q[_pid + 1]!x
     fi;
     x = 0;
     left--
  :: else -> break
  od;
  atomic {
    done++;
    assert(_pid == 0 || done < N || kept[_pid - 1] >= kept[_pid])
  }
}

active proctype Source()
{
  byte i, x;

  do
  :: i < N ->
     select (x : 0 .. VALUES - 1);
     q[0]!x;
     x = 0;
     i++
  :: else -> break
  od
}

ltl ends { <> (done == N) }
