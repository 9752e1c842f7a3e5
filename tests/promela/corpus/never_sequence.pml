// a claim as a sequence without loops, with else and with unless
byte x;
active proctype A() { x = 1; x = 2; x = 3 }
never {
  x == 0;
  if :: x == 1 -> skip :: else -> goto stop fi;
  { x == 2; x == 3 } unless { x == 9 };
stop:
  false
}
