// which goto is a step: the first of an option or block, one with a label that means something or that others look at
byte n;
active proctype A() {
again:
  if
  :: n < 2 -> n++; goto again
  :: n == 2 -> n = 3; { goto there }
  :: n == 3 -> goto again2
  fi;
there:
  n == 3;
end_jump:
  goto again;
again2:
  n = 4;
seen:
  goto last;
  n = 50;
last:
  n = 5
}
active proctype B() { A[0]@seen -> n++ }
