// A d_step in a claim: the first option that can be taken is, and blocking behind the first statement is an error.
byte x;

active proctype P() {
  do
  :: x < 3 -> x++
  :: x == 3 -> x = 0
  od
}

never blocks { d_step { x == 0; x == 1 } }
never waits { do :: d_step { x == 7; x == 1 } :: true od }
never passes { do :: d_step { x == 1; if :: x == 1 :: x == 2 fi } ; break :: else od }
never first { do :: d_step { if :: x < 3 :: x == 0 -> false fi; skip } :: x == 3 od }
never in_atomic { do :: atomic { x == 1; d_step { x < 2; true }; x == 2 } :: else od }
