// SPDX-License-Identifier: Apache-2.0
/*
 * Caches that watch a common bus, by the protocol of Illinois (MESI): LINES lines in each of N caches.
 *
 *   M. S. Papamarcos, J. H. Patel. A low-overhead coherence solution for multiprocessors with private cache memories.
 *   ISCA 1984.
 *
 * A processor reads, writes or evicts a line. What needs the bus asks for it, and what the others do when they see the
 * request happens in one step. `value` is what a cache holds: 1 if it is the newest. -D N=, -D LINES=.
 *
 * Expected: at most one cache has a line modified or exclusive, and then no other has it; what is read is the newest value.
 */

#ifndef N
#define N 3
#endif
#ifndef LINES
#define LINES 2
#endif

#define INVALID   0
#define SHARED    1
#define EXCLUSIVE 2
#define MODIFIED  3

#define at(c, l) state[(c) * LINES + (l)]
#define val(c, l) newest[(c) * LINES + (l)]

byte state[N * LINES];
bit newest[N * LINES];
bit memory_newest[LINES] = 1;

inline others_share(l)
{
  i = 0;
  do
  :: i < N ->
     if
     :: i != _pid && at(i, l) != INVALID ->
        if
        :: at(i, l) == MODIFIED -> memory_newest[l] = val(i, l)
        :: else
        fi;
        at(i, l) = SHARED;
        found = 1
     :: else
     fi;
     i++
  :: else -> break
  od;
  val(_pid, l) = memory_newest[l];
  at(_pid, l) = (found -> SHARED : EXCLUSIVE);
  i = 0;
  found = 0
}

inline others_drop(l)
{
  i = 0;
  do
  :: i < N ->
     if
     :: i != _pid -> at(i, l) = INVALID; val(i, l) = 0
     :: else
     fi;
     i++
  :: else -> break
  od;
  at(_pid, l) = MODIFIED;
  val(_pid, l) = 1;
  memory_newest[l] = 0;
  i = 0
}

active [N] proctype Cache()
{
  byte i, line;
  bit found;

  do
  :: select (line : 0 .. LINES - 1);
     if
     :: true;                      // reads
        d_step {
          if
          :: at(_pid, line) == INVALID -> others_share(line)
          :: else
          fi;
          assert(val(_pid, line) == 1);
          line = 0
        }
     :: true;                      // writes
        d_step {
          if
          :: at(_pid, line) == EXCLUSIVE -> at(_pid, line) = MODIFIED; memory_newest[line] = 0
          :: at(_pid, line) == INVALID || at(_pid, line) == SHARED -> others_drop(line)
          :: else
          fi;
          line = 0
        }
     :: true;                      // evicts
        d_step {
          if
          :: at(_pid, line) == MODIFIED -> memory_newest[line] = 1
          :: else
          fi;
          at(_pid, line) = INVALID;
          val(_pid, line) = 0;
          line = 0
        }
     fi
  od
}

#define owned(c) (at(c, 0) >= EXCLUSIVE)

ltl one_owner { [] !(owned(0) && at(1, 0) != INVALID) }
