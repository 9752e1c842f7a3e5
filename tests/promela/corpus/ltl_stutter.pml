// a run that ends repeats its last state for ever
byte n;
active proctype P() { n = 1 }
active proctype Q() { n = 2 }
ltl t { <>[](n == 1) }
ltl u { <>[](n == 1) || <>[](n == 2) }
ltl v { []<>(n == 0) }
