// SPDX-License-Identifier: Apache-2.0
/*
 * Dining philosophers as processes that are started by `run`, with channels for forks: whoever takes the message out of
 * a channel has the fork.
 *
 *   E. W. Dijkstra. Hierarchical ordering of sequential processes. Acta Informatica 1, 1971.
 *
 * The last one takes the right fork first, so that no circle of waiting can close. N may be given: -D N=12.
 *
 * Expected: no invalid end state; neighbours never eat at the same time.
 */

#ifndef N
#define N 9
#endif

chan fork[N] = [1] of { bit };

byte eating;

proctype Phil(chan first, second)
{
end:
  do
  :: first?_;
hungry:
     second?_;
     atomic { eating++; assert(eating <= N / 2) }
     eating--;
     second!0;
     first!0
  od
}

init
{
  byte i;
  atomic {
    for (i : 0 .. N - 1) { fork[i]!0 }
    for (i : 0 .. N - 2) { run Phil(fork[i], fork[i + 1]) }
    run Phil(fork[0], fork[N - 1]);
    i = 0
  }
}

ltl some_eat { [] (eating <= N / 2) }
