// for over the elements of an array, of a typedef, and an array of structures
typedef T { byte list[3] };
byte a[4] = 2, s;
T t[2];
active proctype A() {
  byte i, k;
  for (i in a) { s = s + a[i]; a[i] = i };
  assert(s == 8 && i == 4);
  for (k in t) { t[k].list[k] = k + 1 };
  assert(t[1].list[1] == 2)
}
