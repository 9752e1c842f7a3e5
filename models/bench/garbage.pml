// SPDX-License-Identifier: Apache-2.0
/*
 * A collector of garbage that works while the program changes the memory: two colours, NODES nodes with SONS sons each.
 *
 *   M. Ben-Ari. Algorithms for on-the-fly garbage collection. ACM Transactions on Programming Languages and Systems 6(3), 1984.
 *
 * Node 0 is the root. The mutator redirects a son of a reachable node to a reachable node, then blackens the target. The
 * collector blackens sons of black nodes, counts black nodes until there are no more than before, and then collects what is still white.
 * -D NODES=, -D SONS=.
 *
 * Expected: no reachable node is ever collected.
 */

#ifndef NODES
#define NODES 3
#endif
#ifndef SONS
#define SONS 1
#endif

#define WHITE 0
#define BLACK 1

byte son[NODES * SONS];
bit colour[NODES];
byte target, cell;                 // of the mutator

inline find_reachable()
{
  reachable = 1;
  i = 0;
  do
  :: i < NODES * NODES * SONS ->
     if
     :: (reachable & (1 << ((i % (NODES * SONS)) / SONS))) -> reachable = reachable | (1 << son[i % (NODES * SONS)])
     :: else
     fi;
     i++
  :: else -> break
  od;
  i = 0
}

active proctype Mutator()
{
  byte i, reachable;

  do
  :: atomic {
       d_step { find_reachable() }
       select (target : 0 .. NODES - 1);
       select (cell : 0 .. NODES * SONS - 1);
       if
       :: (reachable & (1 << target)) && (reachable & (1 << (cell / SONS))) -> skip
       :: else -> target = 0; cell = 0
       fi;
       reachable = 0;
       son[cell] = target
     }
     atomic { colour[target] = BLACK; target = 0; cell = 0 }
  od
}

active proctype Collector()
{
  byte i, n, blacks, before, reachable;

  do
  :: colour[0] = BLACK;
     before = 0;
again:
     n = 0;
     do
     :: n < NODES * SONS ->
        if
        :: colour[n / SONS] == BLACK -> colour[son[n]] = BLACK
        :: else
        fi;
        n++
     :: else -> break
     od;
     n = 0; blacks = 0;
     do
     :: n < NODES -> blacks = blacks + colour[n]; n++
     :: else -> break
     od;
     n = 0;
     if
     :: blacks > before -> before = blacks; blacks = 0; goto again
     :: else -> before = 0; blacks = 0
     fi;
     do
     :: n < NODES ->
        if
        :: atomic { colour[n] == WHITE ->
             d_step { find_reachable(); assert((reachable & (1 << n)) == 0); reachable = 0 } }
           d_step { i = 0; do :: i < SONS -> son[n * SONS + i] = son[0]; son[0] = n; i++ :: else -> break od; i = 0 }
        :: atomic { colour[n] == BLACK -> colour[n] = WHITE }
        fi;
        n++
     :: else -> break
     od;
     n = 0
  od
}
