// A label that begins with end, in a claim: getting there is getting to its end.
byte x;

active proctype P() {
  do
  :: x < 3 -> x++
  :: x == 3 -> x = 0
  od
}

never loop { x == 0; end_q: do :: x == 5 od }
never unreached { x == 1; end_q: do :: x == 5 od }
never at_once { end_here: x == 9 }
never by_goto { do :: x == 2 -> goto end_there :: else od; x == 4; end_there: x == 5; x == 6 }
never in_option { do :: x == 2 -> x == 3; end_in: x == 7 :: x != 2 od }
never in_atomic { do :: atomic { x == 3; end_in: x == 7 } :: x != 3 od }
