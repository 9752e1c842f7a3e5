// unless: looked at before each step of the first part, but not before the first of them only
byte x, n;
active proctype A() {
  { do :: n < 3 -> n++ :: n == 3 -> n = 0 od } unless { x == 1 -> n = 10 };
  { n++; n++ } unless { x == 5 };
  x = 2
}
active proctype B() { x = 1 }
