// SPDX-License-Identifier: Apache-2.0
/*
 * Nine dining philosophers, who all take the left fork first.
 *
 *   E. W. Dijkstra. Hierarchical ordering of sequential processes. Acta Informatica 1, 1971.
 *
 * Expected: neighbours never eat at the same time. If all have taken their left forks, nobody can go on: a deadlock.
 * Hence a hungry philosopher may starve.
 */

#ifndef N
#define N     9
#endif
#define left  _pid
#define right ((_pid + 1) % N)

bool fork[N];        // taken?

active [N] proctype Phil()
{
  do
  :: true;                       // thinks
hungry:
     atomic { !fork[left] -> fork[left] = true }
     atomic { !fork[right] -> fork[right] = true }
eating:
     fork[right] = false;
     fork[left] = false
  od
}

#define hungry0 (Phil[0]@hungry)
#define eats(i) (Phil[i]@eating)

ltl neighbours    { [] !(eats(0) && eats(1)) }
ltl no_starvation { [] (hungry0 -> <> eats(0)) }          // violated
ltl somebody_eats { [] <> (eats(0) || eats(1) || eats(2) || eats(3) || eats(4) || eats(5) || eats(6) || eats(7) ||
                              eats(8)) }   // violated, by the deadlock
