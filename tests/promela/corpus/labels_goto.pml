// labels in front of labels, of blocks, of the end; goto forwards and backwards, at the very start of a body
byte n;
active proctype A() {
  goto start;
back:
one: two:
  n++;
start:
  if
  :: n < 3 -> goto back
  :: n == 3 -> goto two
  :: else -> goto last
  fi;
  n = 100;
last:
}
active proctype B() {
  do
  :: n == 1 -> goto out
  :: n == 2 -> { n == 2; goto out }
  :: n == 4 -> break
  od;
out: { n == 4 }
}
