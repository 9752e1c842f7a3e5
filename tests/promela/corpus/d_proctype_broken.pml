// D_proctype with two ways to go on: an error
byte x;
D_proctype A(byte n) { if :: n > 0 -> x = 1 :: n < 5 -> x = 2 fi }
init { run A(3) }
