// SPDX-License-Identifier: Apache-2.0
/*
 * Leader election in a ring by Dolev, Klawe and Rodeh (found by Peterson at the same time), six nodes.
 *
 *   D. Dolev, M. Klawe, M. Rodeh. An O(n log n) unidirectional distributed algorithm for extrema finding in
 *   a circle. Journal of Algorithms 3(3), 1982.
 *   G. L. Peterson. An O(n log n) unidirectional algorithm for the circular extrema problem. ACM TOPLAS 4(4), 1982.
 *
 * Nodes are active in the beginning and hold a number, their own. In each round an active node learns the number of the
 * next active node before it (message ONE) and of the one before that (message TWO). It stays active, and takes over
 * the number of the first, if that is the largest of the three; otherwise it becomes passive and passes messages on
 * from then on. A node that gets the number that it holds is alone: this number is the largest, and the news goes
 * round. Each link holds one message. The nodes in the order of the ring have the numbers 3, 1, 6, 2, 5, 4. A message
 * is 16 * kind + number.
 *
 * Expected: exactly one election, of the largest number; it comes to an end, after which nothing happens.
 */

#define N     6
#define ONE   16
#define TWO   32
#define NEWS  255                 // there is a leader
#define me    _pid
#define after ((_pid + 1) % N)

byte number[N] = { 3, 1, 6, 2, 5, 4 };
chan to[N] = [1] of { byte };
byte elections;
byte elected;

active [N] proctype Node()
{
  byte held = number[me];
  byte near, message;

  to[after]!(ONE + held);
playing:
  to[me]?message;
  if
  :: atomic { message != ONE + held && nfull(to[after]) ->
              to[after]!(TWO + message - ONE); near = message - ONE; message = 0 }
  :: atomic { message == ONE + held -> message = 0; elections++; elected = held }
     to[after]!NEWS;
     goto end_leader
  fi;
  to[me]?message;
  if
  :: atomic { near > held && near > message - TWO && nfull(to[after]) ->
              to[after]!(ONE + near); held = near; near = 0; message = 0; goto playing }
  :: atomic { near < held || near < message - TWO -> held = 0; near = 0; message = 0 }
  fi;
passive:
  to[me]?message;
  if
  :: atomic { message < NEWS && nfull(to[after]) -> to[after]!message; message = 0; goto passive }
  :: atomic { message == NEWS -> message = 0 }
  fi;
  to[after]!NEWS;
end_follower:
  false;
end_leader:
  false
}

#define leader(i)   (Node[i]@end_leader)
#define follower(i) (Node[i]@end_follower)
#define done(i)     (leader(i) || follower(i))
#define finished    (done(0) && done(1) && done(2) && done(3) && done(4) && done(5))

ltl one_election { [] (elections <= 1) }
ltl the_largest  { [] (elected == 0 || elected == 6) }
ltl ends         { <> (finished && elections == 1) }
ltl its_own_number { [] (leader(2) || !finished) }              // violated: another node may find out
