// a rendezvous as an escape, from both sides
chan stop = [0] of { bit };
byte n;
active proctype A() {
  { do :: n < 2 -> n++ :: n == 2 -> n = 0 od } unless { stop?1 };
  n = 5
}
active proctype B() { n == 1 -> stop!1 }
