// SPDX-License-Identifier: Apache-2.0
/*
 * The alternating bit protocol over links that lose messages.
 *
 *   K. A. Bartlett, R. A. Scantlebury, P. T. Wilkinson. A note on reliable full-duplex transmission over
 *   half-duplex links. Communications of the ACM 12(5), 1969.
 *
 * The sender repeats a message until the bit that it carries is acknowledged, then goes on with the next message and
 * the other bit. The receiver acknowledges the bit of whatever it gets, and delivers what has the bit that it expects.
 * Messages are numbered modulo 3, so that a lost or repeated one would be noticed. Each link holds one message and may
 * lose it.
 *
 * Expected: messages are delivered in order, none twice, none lost; no deadlock. If the links lose everything, nothing
 * is delivered. If data and acknowledgements get through again and again, so do deliveries.
 */

chan data_in  = [0] of { byte, bit };      // to and from the links: value, bit
chan data_out = [0] of { byte, bit };
chan ack_in   = [0] of { bit };
chan ack_out  = [0] of { bit };

active proctype Sender()
{
  byte value;
  bit b, ack;

send:
  data_in!value, b;
wait:
  if
  :: true -> goto send                       // time out
  :: ack_out?ack
  fi;
got_ack:
  if
  :: atomic { ack == b -> value = (value + 1) % 3; b = 1 - b; ack = 0; goto send }
  :: atomic { ack != b -> ack = 0; goto wait }
  fi
}

active proctype Receiver()
{
  byte value, expected;
  bit b, want;

  do
  :: data_out?value, b;
got_data:
     if
     :: b == want ->
deliver:
        atomic { assert(value == expected); expected = (expected + 1) % 3; want = 1 - want }
     :: b != want                            // seen already
     fi;
     ack_in!b
  od
}

active proctype Data_link()
{
  byte value;
  bit b;

  do
  :: data_in?value, b;
     if
     :: data_out!value, b
     :: true                                 // lost
     fi
  od
}

active proctype Ack_link()
{
  bit b;

  do
  :: ack_in?b;
     if
     :: ack_out!b
     :: true                                 // lost
     fi
  od
}

#define data_arrives (Receiver@got_data)
#define ack_arrives  (Sender@got_ack)
#define delivers     (Receiver@deliver)

ltl delivers_if_links_work { ([] <> data_arrives && [] <> ack_arrives) -> [] <> delivers }
ltl delivers_if_data_gets_through { [] <> data_arrives -> [] <> delivers }          // violated
ltl always_delivers { [] <> delivers }                                              // violated
