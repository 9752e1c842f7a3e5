// atomic in atomic is one; two in a row are two; a loop inside, with else
byte n, m;
active proctype A() {
  atomic { n++; atomic { n++; n++ }; n++ };
  atomic { do :: m < 3 -> m++ :: else -> break od };
  assert(n >= 4)
}
active proctype B() { atomic { n = n + 10; n = n - 10 } }
