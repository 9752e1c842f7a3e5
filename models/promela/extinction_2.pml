// SPDX-License-Identifier: Apache-2.0
/*
 * Leader election by the echo algorithm with extinction, on a network of three nodes; each node wins in its turn.
 *
 *   G. Tel. Introduction to Distributed Algorithms. Cambridge University Press, 2nd edition 2000, section 7.3.
 *
 * The example of two papers, modelled anew here (their models and formulas are not known to us in detail):
 *   J. Geldenhuys, A. Valmari. Tarjan's algorithm makes on-the-fly LTL verification more efficient. TACAS 2004.
 *   S. Schwoon, J. Esparza. A note on on-the-fly verification algorithms. TACAS 2005. This is their variant 2.
 *
 * Each node starts a wave that carries its number. A node takes part in the best wave that it has heard of, and ignores
 * the others: they become extinct. When a wave reaches a node for the first time, it goes on to all other neighbours;
 * when the node has heard it from all neighbours, it sends the wave back to where it came from, or, if it is the node's
 * own wave, has won. The winner tells everybody (LEADER), and all pass that on. A node that has heard LEADER from all
 * neighbours has finished, and begins the next election. Until then it does not read what follows LEADER on a link.
 *
 * In election r (modulo 3) node r is the best one, then r + 1, then r + 2: the number that counts is (number + 3 - r)
 * modulo 3.
 *
 * All three nodes are neighbours. A link holds 3 messages: WAVE or LEADER, and a number.
 *
 * Expected: each node is elected again and again, in the order 0, 1, 2; never two leaders; no deadlock.
 */

#define me _pid
#define a  ((_pid + 1) % 3)              // the neighbours
#define b  ((_pid + 2) % 3)

mtype = { LEADER, WAVE };
chan link[9] = [3] of { mtype, byte };
#define LINK(p, q) link[3 * (p) + (q)]

#define RANK(x) (((x) + 3 - round) % 3)

inline over() { over_a = over_a || sender == a; over_b = over_b || sender == b }
inline clear() { kind = 0; number = 0; sender = 0 }
inline reset() { wave = me; heard = 0; father = 0; told = false; over_a = false; over_b = false; round = (round + 1) % 3 }

active [3] proctype Node()
{
  byte wave = me, heard, father;         // best wave, from how many neighbours it came, who sent it first
  bool told, over_a, over_b;             // LEADER was sent, and received from each neighbour
  mtype kind;                            // the message just received
  byte number, sender;
  byte round;

start:
  LINK(me, a)!WAVE, me;
  LINK(me, b)!WAVE, me;
listen:
  if
  :: atomic { !over_a && nempty(LINK(a, me)) -> LINK(a, me)?kind, number; sender = a }
  :: atomic { !over_b && nempty(LINK(b, me)) -> LINK(b, me)?kind, number; sender = b }
  :: over_a && over_b && wave == me ->
leader:
     atomic { reset(); goto start }
  :: over_a && over_b && wave != me ->
follower:
     atomic { reset(); goto start }
  fi;

  if
  // A wave: a worse one, a better one, or the one known already.
  :: atomic { kind == WAVE && RANK(number) > RANK(wave) -> clear(); goto listen }
  :: atomic { kind == WAVE && RANK(number) < RANK(wave) -> wave = number; heard = 1; father = sender; clear() }
     if
     :: atomic { father == b -> LINK(me, a)!WAVE, wave; goto listen }
     :: atomic { father == a -> LINK(me, b)!WAVE, wave; goto listen }
     fi
  :: atomic { kind == WAVE && number == wave && heard == 0 -> heard = 1; clear(); goto listen }
  :: atomic { kind == WAVE && number == wave && heard == 1 && wave != me -> heard = 2; clear() }
     if
     :: atomic { father == a -> LINK(me, a)!WAVE, wave; goto listen }
     :: atomic { father == b -> LINK(me, b)!WAVE, wave; goto listen }
     fi
  :: atomic { kind == WAVE && number == wave && heard == 1 && wave == me -> heard = 2; told = true; clear() }

  // The news that there is a leader.
  :: atomic { kind == LEADER && told -> over(); clear(); goto listen }
  :: atomic { kind == LEADER && !told -> told = true; over(); clear() }
  fi;
  LINK(me, a)!LEADER, wave;
  LINK(me, b)!LEADER, wave;
  goto listen
}

#define leads(i) (Node[i]@leader)

ltl one_leader   { [] (leads(0) + leads(1) + leads(2) <= 1) }
ltl each_wins    { [] <> leads(0) && [] <> leads(1) && [] <> leads(2) }
ltl in_order     { [] (leads(0) -> (!leads(2) U leads(1))) }
ltl wrong_order  { [] (leads(0) -> (!leads(1) U leads(2))) }                  // violated
ltl nobody_else  { [] !(leads(1) || leads(2)) }                               // violated
