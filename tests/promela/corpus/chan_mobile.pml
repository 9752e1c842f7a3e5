// a channel variable takes the place of another, channels compare, an array of channels
chan pool[3] = [1] of { byte };
chan current, other;
byte x;

active proctype A() {
  current = pool[0];
  other = pool[2];
  assert(current != other && current == pool[0] && pool[1] != pool[2]);
  current!5;
  other!6;
  current = other;
  current?x;
  assert(x == 6 && len(pool[0]) == 1 && len(current) == 0);
  pool[1]!x;
  pool[0]?x
}
