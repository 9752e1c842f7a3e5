// SPDX-License-Identifier: Apache-2.0
/*
 * Lamport's bakery algorithm for three processes, with tickets from 1 to 3.
 *
 *   L. Lamport. A new solution of Dijkstra's concurrent programming problem.
 *   Communications of the ACM 17(8), 1974.
 *
 * As in a bakery, a customer draws a ticket that is larger than all others, and the smallest ticket is served first.
 * Reading the tickets of the others and writing one's own are two steps, so two customers can hold the same ticket;
 * then the one with the smaller number goes first. In the paper tickets grow without bound. Here nobody comes in while
 * the last ticket is out, and who finds that it was drawn in the meantime goes away again.
 *
 * Expected: never two customers in `critical`; no deadlock; a customer who has a ticket is served, even if the
 * scheduler is unfair. One who goes away again is not.
 */

#define N   3
#define MAX 3
#define me  _pid
#define a   ((_pid + 1) % N)      // the two others
#define b   ((_pid + 2) % N)

bool choosing[N];
byte ticket[N];

#define BEFORE(j) (ticket[j] == 0 || ticket[me] < ticket[j] || (ticket[me] == ticket[j] && me < j))

active [N] proctype P()
{
  byte most;

  do
  :: atomic { ticket[a] < MAX && ticket[b] < MAX -> choosing[me] = true }
choose:
     most = (ticket[a] >= ticket[b] -> ticket[a] : ticket[b]);
     if
     :: atomic { most == MAX -> choosing[me] = false; most = 0 }
     :: atomic { most < MAX -> ticket[me] = most + 1; most = 0 }
        choosing[me] = false;
wait:
        !choosing[a];
        BEFORE(a);
        !choosing[b];
        BEFORE(b);
critical:
        ticket[me] = 0
     fi
  od
}

#define cs(i) (P[i]@critical)

ltl mutual_exclusion { [] (cs(0) + cs(1) + cs(2) <= 1) }
ltl served           { [] (ticket[0] != 0 -> <> cs(0)) }
ltl no_starvation    { [] (P[0]@choose -> <> cs(0)) }           // violated: there may be no ticket left
