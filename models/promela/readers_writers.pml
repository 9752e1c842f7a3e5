// SPDX-License-Identifier: Apache-2.0
/*
 * Readers and writers, with preference for readers: three readers, two writers.
 *
 *   P. J. Courtois, F. Heymans, D. L. Parnas. Concurrent control with "readers" and "writers".
 *   Communications of the ACM 14(10), 1971. The first of their two problems.
 *
 * The first reader takes the semaphore `room` for all readers, the last one gives it back; a writer takes it for
 * itself. The semaphore `mutex` protects the number of readers. 1 means that a semaphore is free.
 *
 * Expected: nobody reads while somebody writes, and one writes at a time; no deadlock; somebody gets in again and
 * again. A writer can starve, with a fair scheduler too, because readers can keep the room occupied.
 */

byte mutex = 1;
byte room = 1;
byte readers;

#define down(s) atomic { s == 1 -> s = 0 }

active [3] proctype Reader()
{
  do
  :: down(mutex);
     readers++;
     if
     :: readers == 1 -> down(room)
     :: readers > 1
     fi;
     mutex = 1;
reading:
     down(mutex);
     readers--;
     if
     :: atomic { readers == 0 -> room = 1 }
     :: readers > 0
     fi;
     mutex = 1
  od
}

active [2] proctype Writer()
{
  do
  :: true;
wait:
     down(room);
writing:
     room = 1
  od
}

#define reads  (Reader[0]@reading || Reader[1]@reading || Reader[2]@reading)
#define writes (Writer[3]@writing || Writer[4]@writing)

ltl exclusion     { [] !(reads && writes) }
ltl one_writer    { [] !(Writer[3]@writing && Writer[4]@writing) }
ltl somebody_in   { [] <> (reads || writes) }
ltl no_starvation { [] (Writer[3]@wait -> <> Writer[3]@writing) }       // violated
