// loops inside of a d_step: a do with break at its end, for, select of numbers (the first is taken)
byte a[4], i, sum;
active [2] proctype A() {
  d_step {
    for (i : 0 .. 3) { a[i] = a[i] + i };
    i = 0; sum = 0;
    do :: i < 4 -> sum = sum + a[i]; i++ :: else -> break od
  };
  assert(sum % 6 == 0)
}
