// a declaration as the guard of an option can always be executed; in a loop it sets the variable again
byte x;

active proctype A() {
  do
  :: byte y; x == 9 -> y = 3
  :: x < 2 -> byte z = x; z++; x = z
  :: x == 2 -> break
  od
}
