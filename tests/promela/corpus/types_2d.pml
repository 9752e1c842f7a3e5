// an array of two dimensions by a typedef: the transposed matrix
typedef Row { byte at[3] };
Row m[3], t[3];
byte i, j;

active proctype A() {
  d_step {
    for (i : 0 .. 2) { for (j : 0 .. 2) { m[i].at[j] = 3 * i + j } };
    i = 0; j = 0
  };
  for (i in m) {
    for (j : 0 .. 2) { t[j].at[i] = m[i].at[j] }
  };
  assert(t[0].at[2] == 6 && t[2].at[0] == 2)
}
