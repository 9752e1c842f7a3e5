// Atomic sequences in claims: all of their conditions read one state, and a claim that blocks inside one drops the run.
byte x;

active proctype P() {
  do
  :: x < 3 -> x++
  :: x == 3 -> x = 0
  od
}

never two_states { atomic { x == 0; x == 1 } }
never one_state { do :: atomic { x < 3; x > 1 -> break } :: else od }
never blocks { do :: x == 1 -> atomic { true; x == 2 } :: else od }
never choice { do :: atomic { if :: x > 1 -> if :: x == 1 -> break :: x == 2 -> goto found fi :: x == 0 fi } :: true od; found: skip }
never outer { accept: do :: atomic { x < 4; x >= 0 } od }
never inner { do :: atomic { x == 0; accept: true; true } :: atomic { x != 0; true } od }
never cycle { accept_here: do :: atomic { true; if :: x < 4 -> goto accept_here :: else fi } od }
never asserts { do :: atomic { x == 2; assert(x != 2) } :: else od }
never escapes { atomic { { x == 0; x == 0 } unless { x == 1 }; x == 0 }; do :: x == 2 -> break :: else od }
