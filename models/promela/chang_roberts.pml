// SPDX-License-Identifier: Apache-2.0
/*
 * Leader election in a ring by Chang and Roberts, five nodes.
 *
 *   E. Chang, R. Roberts. An improved algorithm for decentralized extrema-finding in circular configurations
 *   of processes. Communications of the ACM 22(5), 1979.
 *
 * Each node sends its number to its neighbour. A node passes on numbers that are larger than its own and swallows the
 * smaller ones. The node whose own number comes back is the leader; it tells the others, who pass the news on. Each
 * link holds one message. The nodes in the order of the ring have the numbers 3, 1, 5, 2, 4.
 *
 * Expected: exactly one leader, the node with the number 5; the election comes to an end, after which nothing happens.
 */

#define N     5
#define NEWS  255                 // there is a leader
#define me    _pid
#define after ((_pid + 1) % N)

byte number[N] = { 3, 1, 5, 2, 4 };
chan to[N] = [1] of { byte };
byte leaders;
byte elected;

active [N] proctype Node()
{
  byte message;

  to[after]!number[me];
wait:
  to[me]?message;
got:
  if
  :: atomic { message < number[me] -> message = 0; goto wait }
  :: atomic { message > number[me] && message < NEWS && nfull(to[after]) -> to[after]!message; message = 0; goto wait }
  :: atomic { message == number[me] -> message = 0; leaders++; elected = number[me] }
     to[after]!NEWS;
     goto end_leader
  :: atomic { message == NEWS -> message = 0 }
     to[after]!NEWS;
     goto end_follower
  fi;
end_leader:
  false;
end_follower:
  false
}

#define leader(i)   (Node[i]@end_leader)
#define follower(i) (Node[i]@end_follower)

ltl one_leader  { [] (leaders <= 1) }
ltl the_largest { [] (elected == 0 || elected == 5) }
ltl ends        { <> (follower(0) && follower(1) && leader(2) && follower(3) && follower(4)) }
ltl known_to_all_at_once { [] (leader(2) -> follower(1)) }              // violated
