// formulas: which operator binds tighter
byte x;
active proctype A() { do :: x = 1 - x :: x == 1 -> x = 2; break od }
ltl p1 { <> (x == 1) -> <> (x == 2) -> [] (x < 3) }
ltl p2 { (x == 0) U (x == 1) || [] (x == 0) && true }
ltl p3 { ! (<> (x == 2)) || (x == 0) U (x == 1) }
ltl p4 { [] ((x == 2) -> [] (x == 2)) && ([] <> (x == 0) || <> (x == 2)) }
