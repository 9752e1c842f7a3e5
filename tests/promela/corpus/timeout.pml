// timeout: only if nothing else can move, also as a part of an expression
chan q = [1] of { byte };
byte n;
active proctype Lossy() {
  do
  :: n < 2 -> if :: q!n :: skip fi; n++
  :: timeout -> break
  od;
  n = 9
}
active proctype Reader() {
  byte x;
  do
  :: q?x
  :: timeout && n == 2 -> goto done
  :: n == 9 -> goto done
  od;
done:
  x = 0
}
