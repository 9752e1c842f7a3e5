// goto out of an atomic, into another, and to the label in front of one
byte x, y;
active proctype A() {
  atomic { x = 1; if :: y == 0 -> goto inside :: y == 1 -> goto front :: y == 2 -> goto out fi };
front:
  atomic { x = 2; x = 3;
inside:
    x = 4; x = 5 };
out:
  x = 6
}
active proctype B() { y++; y++ }
