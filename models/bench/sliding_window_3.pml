// SPDX-License-Identifier: Apache-2.0
/*
 * A sliding window protocol, go-back-n: window 3, sequence numbers 0 to 3.
 *
 *   N. V. Stenning. A data transfer protocol. Computer Networks 1, 1976.
 *   A. S. Tanenbaum. Computer Networks. Prentice-Hall, 1981 (protocol 5).
 *
 * The sender may be three messages ahead of what is acknowledged. An acknowledgement names the next message that the
 * receiver expects, and so acknowledges all before it. On a time out the sender starts again with the oldest one that
 * is not acknowledged. Messages carry a number modulo 16, so that an error is noticed; the protocol itself looks at the
 * number modulo 4 only. The link for data is two cells in a row, that for acknowledgements one; the first cell of each
 * may lose what it holds.
 *
 * Expected: messages are delivered in order, none twice, none lost; no deadlock. If the oldest message and
 * acknowledgements get through again and again, so do deliveries; it is not enough that some data gets through, which
 * may be the wrong one. (A window of 4 would be wrong.)
 */

#ifndef WINDOW
#define WINDOW  3
#endif
#ifndef NUMBERS
#define NUMBERS 4           // of sequence numbers
#endif
#ifndef ALL
#define ALL     16           // a multiple of NUMBERS
#endif

chan data_in      = [0] of { byte };
chan data_between = [0] of { byte };
chan data_out     = [0] of { byte };
chan ack_in       = [0] of { byte };
chan ack_out      = [0] of { byte };

active proctype Sender()
{
  byte base, ahead, ack;    // oldest message not acknowledged; how many were sent from there on

  do
  :: atomic { ahead < WINDOW -> ahead++ }
     data_in!((base + ahead - 1) % ALL)
  :: atomic { ahead > 0 -> ahead = 0 }                         // time out
  :: ack_out?ack;
got_ack:
     atomic {
       ack = (ack + ALL - base) % NUMBERS;                     // so many are new
       base = (base + ack) % ALL;
       ahead = (ahead > ack -> ahead - ack : 0);
       ack = 0
     }
  od
}

active proctype Receiver()
{
  byte data, expected;

  do
  :: data_out?data;
got_data:
     if
     :: data % NUMBERS == expected % NUMBERS ->
deliver:
        atomic { assert(data == expected); expected = (expected + 1) % ALL }
     :: data % NUMBERS != expected % NUMBERS
     fi;
     ack_in!(expected % NUMBERS)
  od
}

active proctype Data_cell_1()
{
  byte message;

  do
  :: data_in?message;
     if
     :: data_between!message
     :: true                                                   // lost
     fi
  od
}

active proctype Data_cell_2()
{
  byte message;

  do
  :: data_between?message;
     data_out!message
  od
}

active proctype Ack_cell()
{
  byte message;

  do
  :: ack_in?message;
     if
     :: ack_out!message
     :: true                                                   // lost
     fi
  od
}

#define data_arrives   (Receiver@got_data)
#define oldest_arrives (Receiver@got_data && Receiver:data == Sender:base)
#define ack_arrives    (Sender@got_ack)
#define delivers       (Receiver@deliver)

ltl delivers_if_oldest_gets_through { ([] <> oldest_arrives && [] <> ack_arrives) -> [] <> delivers }
ltl delivers_if_data_gets_through   { ([] <> data_arrives && [] <> ack_arrives) -> [] <> delivers }      // violated
ltl always_delivers                 { [] <> delivers }                                                   // violated
