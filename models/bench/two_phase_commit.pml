// SPDX-License-Identifier: Apache-2.0
/*
 * Two-phase commit: a coordinator and N participants, who talk through buffers and may stop answering.
 *
 *   J. Gray. Notes on data base operating systems. Operating Systems: An Advanced Course, LNCS 60, 1978.
 *
 * The coordinator asks for votes; it commits if all are yes, and aborts if one is no or one does not come (it may give up
 * at any time). A participant that voted yes waits for the decision. Rounds follow each other, ROUNDS of them, with a
 * number modulo 2 in each message, so that late votes of the round before are told apart. -D N=, -D ROUNDS=.
 *
 * Expected: never does one participant commit and another abort the same round; no invalid end state.
 */

#ifndef N
#define N 3
#endif
#ifndef ROUNDS
#define ROUNDS 1
#endif

mtype = { prepare, commit, abort, yes, no }

chan to[N] = [1] of { mtype, bit };
chan votes = [N] of { mtype, byte, bit };

byte outcome[N];                   // of the last round: 1 + number committed, 3 + number aborted

active proctype Coordinator()
{
  byte i, got, who, round;
  bit all, number;
  mtype vote;

  do
  :: round < ROUNDS ->
     i = 0;
     do
     :: i < N -> to[i]!prepare(number); i++
     :: else -> break
     od;
     got = 0; all = 1;
     do
     :: votes?vote,who,eval(number) ->
        got++;
        if
        :: vote == no -> all = 0
        :: else
        fi;
        vote = 0; who = 0
     :: got == N -> break
     :: got < N -> all = 0; break                               // gives up
     od;
     i = 0;
     do
     :: i < N ->
        if
        :: all -> to[i]!commit(number)
        :: else -> to[i]!abort(number)
        fi;
        i++
     :: else -> break
     od;
     round++;
     number = 1 - number;
     got = 0; all = 0; i = 0
  :: else -> break
  od
}

active [N] proctype Participant()
{
  bit number;
  byte me = _pid - 1;

end:
  do
  :: to[me]?prepare(number) ->
     outcome[me] = 0;
     if
     :: votes!yes,me,number
     :: votes!no,me,number
     :: true                                                    // does not answer
     fi;
     if
     :: to[me]?commit(number) -> outcome[me] = 1 + number
     :: to[me]?abort(number) -> outcome[me] = 3 + number
     fi
  :: votes??yes,eval(me),_                                      // too late: nobody reads it any more
  :: votes??no,eval(me),_
  od
}

#define differ(a, b) ((outcome[a] == 1 && outcome[b] == 3) || (outcome[a] == 2 && outcome[b] == 4))

ltl together { [] !differ(0, 1) }
ltl answered { [] <> (len(to[0]) == 0) }
