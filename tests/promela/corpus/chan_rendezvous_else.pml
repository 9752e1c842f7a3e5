// else beside rendezvous: a send disables it if somebody receives, a receive never does
chan c = [0] of { byte };
byte a, b;

active proctype S() {
  if :: c!1 -> a = 1 :: else -> a = 2 fi
}
active proctype R() {
  byte x;
  if :: c?x -> b = 1 :: else -> b = 2 fi;
  if :: b == 2 -> c?x :: else fi
}
