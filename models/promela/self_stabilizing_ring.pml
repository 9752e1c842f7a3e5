// SPDX-License-Identifier: Apache-2.0
/*
 * Dijkstra's self-stabilizing ring, 4 machines with 4 states each.
 *
 *   E. W. Dijkstra. Self-stabilizing systems in spite of distributed control.
 *   Communications of the ACM 17(11), 1974. The solution with K states.
 *
 * A machine has a privilege, and may move, if its state differs from that of the machine before it; machine 0 if it is
 * the same. From whatever states the machines begin in, there is one privilege in the ring after a while, and from then
 * on it goes round. Chaos writes what it likes into the machines, and may stop to do so, after which they start.
 *
 * Expected: if Chaos stops, there is one privilege for ever in the end; once there is one, there is one for ever. In
 * the beginning there may be several.
 */

#define N      4
#define K      4
#define before (_pid - 1)

byte x[N];
bool calm;

active proctype Machine_0()
{
  do
  :: atomic { calm && x[0] == x[N - 1] -> x[0] = (x[0] + 1) % K }
  od
}

active [N - 1] proctype Machine()
{
  do
  :: atomic { calm && x[_pid] != x[before] -> x[_pid] = x[before] }
  od
}

active proctype Chaos()
{
  do
  :: x[0] = (x[0] + 1) % K
  :: x[1] = (x[1] + 1) % K
  :: x[2] = (x[2] + 1) % K
  :: x[3] = (x[3] + 1) % K
  :: calm = true; break
  od;
end:
  false
}

#define privileges ((x[0] == x[N - 1]) + (x[1] != x[0]) + (x[2] != x[1]) + (x[3] != x[2]))
#define one        (privileges == 1)

ltl stabilizes     { <> calm -> <> [] one }
ltl stays_so       { [] ((calm && one) -> [] one) }
ltl comes_round    { <> calm -> [] <> (x[0] == x[N - 1]) }
ltl at_least_one   { [] (privileges >= 1) }
ltl one_at_once    { [] (calm -> one) }                      // violated
