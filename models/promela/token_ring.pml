// SPDX-License-Identifier: Apache-2.0
/*
 * Mutual exclusion by a token in a ring, five stations.
 *
 *   G. Le Lann. Distributed systems: towards a formal approach. IFIP Congress 1977.
 *
 * Whoever has the token may enter, or pass it on. The token is handed over, from one station to the next, in one step.
 *
 * Expected: never two stations in `critical`; no deadlock; a station that waits gets in, even if the scheduler is
 * unfair, because the token cannot but go round. No station has to ask.
 */

#define N        5
#define after(i) ((i + 1) % N)

chan token[N] = [0] of { bit };        // token[i]: to station i

#define STATION(i)                   \
  rest:                              \
    if                               \
    :: true ->                       \
  wait:                              \
       token[i]?_;                   \
  critical:                          \
       token[after(i)]!0; goto rest  \
    :: token[i]?_ ->                 \
  relay:                             \
       token[after(i)]!0; goto rest  \
    fi

active proctype First()              // has the token in the beginning
{
  goto relay;
  STATION(0)
}

active [N - 1] proctype Station()
{
  STATION(_pid)
}

#define wait1 (Station[1]@wait)
#define cs1   (Station[1]@critical)
#define crowd (First@critical + Station[1]@critical + Station[2]@critical + Station[3]@critical + Station[4]@critical)

ltl mutual_exclusion { [] (crowd <= 1) }
ltl no_starvation    { [] (wait1 -> <> cs1) }
ltl entered_again    { [] <> cs1 }                    // violated
