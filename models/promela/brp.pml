// SPDX-License-Identifier: Apache-2.0
/*
 * The bounded retransmission protocol: files of 3 chunks, each repeated at most 2 times.
 *
 *   L. Helmink, M. P. A. Sellink, F. W. Vaandrager. Proof-checking a data link protocol. TYPES 1993, LNCS 806.
 *   P. R. D'Argenio, J.-P. Katoen, T. C. Ruys, J. Tretmans. The bounded retransmission protocol must be on time!
 *   TACAS 1997.
 *
 * A protocol for remote controls, by Philips: an alternating bit protocol that gives up. The sender says in the end
 * that the file was sent (`success`), was not (`failure`), or that it does not know (`unknown`: the last chunk was not
 * acknowledged). The receiver says of each chunk that it is the first (`say_first`), one of the middle (`say_next`) or
 * the last one (`say_ok`), and that the file is incomplete (`say_incomplete`) if the sender gave up before. A frame
 * tells whether its chunk is the first or the last one, and the bit.
 *
 * Time is left out: a link that loses a message tells the sender so (`lost`), which stands for a time out that never
 * comes too early; and after giving up, sender and receiver meet (`give_up`), which stands for waiting long enough.
 *
 * `told` is what the receiver said last of the present file: 0 nothing yet, 1 a chunk but the last, 2 the last, 3
 * incomplete.
 *
 * Expected: what the two say fits together; every transfer comes to an end, whatever is lost; the sender may never
 * succeed. When the sender does not know, the file may have arrived or not.
 */

#define CHUNKS  3
#define RETRIES 2

chan frame_in  = [0] of { byte };      // a frame is 4 * first + 2 * last + bit
chan frame_out = [0] of { byte };
chan ack_in    = [0] of { bit };       // the value says nothing here and below
chan ack_out   = [0] of { bit };
chan lost      = [0] of { bit };
chan give_up   = [0] of { bit };

byte told;

active proctype Sender()
{
  byte chunk, retries;
  bit b;

end:                                                     // here the sender may wait for ever
  do
  :: atomic { chunk = 1; told = 0 }
begin:
     retries = 0;
send:
     frame_in!(4 * (chunk == 1) + 2 * (chunk == CHUNKS) + b);
     if
     :: ack_out?_ ->
        if
        :: atomic { chunk < CHUNKS -> chunk++; b = 1 - b; goto begin }
        :: atomic { chunk == CHUNKS -> b = 1 - b }
        fi;
success:
        skip
     :: lost?_ ->
        if
        :: atomic { retries < RETRIES -> retries++; goto send }
        :: retries == RETRIES && chunk < CHUNKS ->
failure:
           give_up!0
        :: retries == RETRIES && chunk == CHUNKS ->
unknown:
           give_up!0
        fi
     fi
  od
}

active proctype Receiver()
{
  byte frame;
  bit expected;

end_fresh:
  do
  :: give_up?_
  :: frame_out?frame;                                    // the first frame brings the bit
     expected = frame % 2;
got_frame:
     if
     :: frame % 2 != expected                            // seen already
     :: atomic { frame % 2 == expected && frame / 2 == 2 -> told = 1 }
say_first:
        expected = 1 - expected
     :: atomic { frame % 2 == expected && frame / 2 == 0 -> told = 1 }
say_next:
        expected = 1 - expected
     :: atomic { frame % 2 == expected && frame / 2 == 1 -> told = 2 }
say_ok:
        expected = 1 - expected
     fi;
     ack_in!0;
end_wait:
     if
     :: frame_out?frame; goto got_frame
     :: give_up?_ ->
        if
        :: told != 1
        :: atomic { told == 1 -> told = 3 }
say_incomplete:
           skip
        fi
     fi
  od
}

active proctype Frame_link()
{
  byte frame;

end:
  do
  :: frame_in?frame;
     if
     :: frame_out!frame
     :: true -> lost!0
     fi
  od
}

active proctype Ack_link()
{
end:
  do
  :: ack_in?_;
     if
     :: ack_out!0
     :: true -> lost!0
     fi
  od
}

#define begins (Sender@begin)
#define ends   (Sender@success || Sender@failure || Sender@unknown)

ltl success_is_true   { [] (Sender@success -> told == 2) }
ltl failure_is_true   { [] (Sender@failure -> told != 2) }
ltl incomplete_is_true { [] (Receiver@say_incomplete -> !Sender@success) }
ltl comes_to_an_end   { [] (begins -> <> ends) }
ltl always_knows      { [] !(Sender@unknown && told == 2) }             // violated
ltl always_succeeds   { [] (begins -> <> Sender@success) }              // violated
