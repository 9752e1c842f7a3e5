// mtype: values count from the right, a second list goes on, commas may be missing, names are constants
mtype = { a, b, c };
mtype = { d, e };
mtype { f g };
mtype x = a, list[2] = d;

active proctype A() {
  assert(c == 1 && b == 2 && a == 3 && e == 4 && d == 5 && g == 6 && f == 7);
  if
  :: x == a -> x = e
  :: x == b -> x = f
  fi;
  list[c] = x;
  printf("%e\n", list[1]);
  printm(x)
}
