// goto and break in both parts of an unless; a label in front of it
byte x, n;
active proctype A() {
  do
  :: n < 2 -> n++;
     { x = 1; if :: x = 2 :: goto out fi; x = 3 } unless { x == 9 -> break }
  :: n == 2 -> goto out
  od;
  n = 7;
out:
  { do :: x > 0 -> x-- :: n++; break od } unless { n > 200 -> goto out };
again:
  { x++; x++ } unless { x == 1 -> x = 5; goto again }
}
active proctype B() { x == 2 -> x = 9 }
