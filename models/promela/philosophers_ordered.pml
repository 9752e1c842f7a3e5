// SPDX-License-Identifier: Apache-2.0
/*
 * Five dining philosophers, one of whom is left-handed.
 *
 *   E. W. Dijkstra. Hierarchical ordering of sequential processes. Acta Informatica 1, 1971. To order the forks and to
 *   take
 *   the smaller one first is the usual remedy against the deadlock.
 *
 * All take the left fork first, except the last philosopher, who begins with the right one: everybody takes the fork
 * with the smaller number first.
 *
 * Expected: neighbours never eat at the same time; no deadlock; if all philosophers keep being active, somebody eats
 * again and again. One of them may starve, with a fair scheduler too.
 */

#define N      5
#define first  (_pid < N - 1 -> _pid : 0)
#define second (_pid < N - 1 -> _pid + 1 : N - 1)

bool fork[N];        // taken?

active [N] proctype Phil()
{
  do
  :: true;                       // thinks
hungry:
     atomic { !fork[first] -> fork[first] = true }
     atomic { !fork[second] -> fork[second] = true }
eating:
     fork[second] = false;
     fork[first] = false
  od
}

#define hungry0 (Phil[0]@hungry)
#define eats(i) (Phil[i]@eating)

ltl neighbours    { [] !(eats(0) && eats(1)) }
ltl somebody_eats { [] <> (eats(0) || eats(1) || eats(2) || eats(3) || eats(4)) }
ltl no_starvation { [] (hungry0 -> <> eats(0)) }          // violated
