// several named ltl blocks, one without a name, one before the declarations; words and signs for operators
ltl early { [] (x < 4) }
byte x;
bool done;
active proctype A() {
  do
  :: x < 3 -> x++
  :: x == 3 -> x = 0
  :: x == 2 -> done = true; break
  od
}
ltl comes_back { []<> (x == 0) }
ltl { always ((x == 1) implies eventually (x == 2)) }
ltl until { (!done) U (x == 2) }
ltl weak { (!done) W (x == 2) }
ltl release { (x == 2) V (!done) }
ltl equal { [] (done <-> (done && x == 2)) }
ltl strong { <> done }
