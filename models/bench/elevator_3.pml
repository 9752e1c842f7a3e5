// SPDX-License-Identifier: Apache-2.0
/*
 * A lift with 6 floors and 3 persons, which goes on in one direction as long as somebody wants it there.
 *
 *   D. E. Knuth. The Art of Computer Programming, volume 1. Addison-Wesley, 1968. Section 2.2.5 simulates a lift;
 *   the rule is known as SCAN or the elevator algorithm.
 *
 * A person waits at some floor, gets in, and leaves at another one. `calls[i]` is the floor to which person i wants the
 * lift to come, to get in or to get out there; NOWHERE if it does not matter. The door stays open until all who want to
 * have got in or out.
 *
 * Expected: who waits gets in, who is in gets out, even if the scheduler is unfair. The lift is not always there first
 * where it was called first, and need not go to each floor.
 */

#define FLOORS  6
#define NOWHERE FLOORS
#define me      (_pid - 1)

byte calls[3] = NOWHERE;    // all of them
byte at;                    // where the lift is
byte up = 1;                // its direction
bool door_open;

#define HERE  (calls[0] == at || calls[1] == at || calls[2] == at)
#define CALL_ABOVE(i) (calls[i] > at && calls[i] < NOWHERE)
#define ABOVE (CALL_ABOVE(0) || CALL_ABOVE(1) || CALL_ABOVE(2))
#define BELOW (calls[0] < at || calls[1] < at || calls[2] < at)

active proctype Lift()
{
  do
  // Somebody wants to get in or out here.
  :: atomic { HERE -> door_open = true }
     atomic { !HERE -> door_open = false }

  // Nobody does. Is there a call in this direction?
  :: !HERE && up == 1 && ABOVE -> at++
  :: !HERE && up == 0 && BELOW -> at--

  // No, but in the other one.
  :: !HERE && up == 1 && !ABOVE && BELOW -> up = 0
  :: !HERE && up == 0 && !BELOW && ABOVE -> up = 1
  od
}

active [3] proctype Person()
{
  byte floor;

  do
  :: calls[me] = floor;
waiting:
     door_open && at == floor;
     if
     :: atomic { floor != 0 -> calls[me] = 0 }
     :: atomic { floor != 1 -> calls[me] = 1 }
     :: atomic { floor != 2 -> calls[me] = 2 }
     :: atomic { floor != 3 -> calls[me] = 3 }
     :: atomic { floor != 4 -> calls[me] = 4 }
     :: atomic { floor != 5 -> calls[me] = 5 }
     fi;
inside:
     atomic { door_open && at == calls[me] -> floor = at; calls[me] = NOWHERE }
  od
}

#define waits0   (Person[1]@waiting)
#define in0      (Person[1]@inside)
#define opens(f) (door_open && at == f)

ltl gets_in       { [] (waits0 -> <> in0) }
ltl gets_out      { [] (in0 -> <> !in0) }
ltl on_the_map    { [] (at < FLOORS) }
ltl all_floors    { [] <> (at == FLOORS - 1) }                                                   // violated
ltl first_served  { [] ((calls[0] == 3 && calls[1] == NOWHERE) -> (!opens(1) U opens(3))) }      // violated
