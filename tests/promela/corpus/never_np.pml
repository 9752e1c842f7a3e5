// np_ is false while the system repeats its last state.
byte x;

active proctype P() {
  x = 1;
  x == 5
}

never stays { accept_s1: if :: np_ -> goto accept_s1 fi }
never at_last { do :: true :: np_ -> break od; accept: do :: np_ od }
never false_at_last { do :: true :: !np_ -> goto accept_s od; accept_s: do :: !np_ od }
ltl progresses { !<>[] np_ }
