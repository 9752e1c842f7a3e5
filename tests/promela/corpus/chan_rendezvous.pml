// rendezvous: one step of two processes, several receivers, a process never with itself
chan c = [0] of { byte, bit };
byte who;

active proctype S() { c!1, 1; c!2, 0 }
active [2] proctype R() {
  byte x; bit b;
  c?x, b;
  who = _pid
}
active proctype Alone() {
  if
  :: c!9, 1
  :: c?9, 0
  fi
}
