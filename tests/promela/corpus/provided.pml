// provided: every step needs it, also the last one, also in the middle of an atomic
byte turn, x;
bool open = true;

active proctype A() provided (turn == _pid) { x = 1; x = 2; turn = 1 }
active proctype B() provided (turn == _pid || x == 9) { x = 3; turn = 2 }
active proctype C() provided (open) {
  turn == 2;
  atomic { x = 7; open = false; x = 8 };
  x = 10
}
active proctype D() { !open -> open = true }
