// accept labels in a process; a claim that asks about the place
byte x;
active proctype A() {
  do
  :: x < 3 -> x++
  :: x == 3 -> accept_here: x = 0
  od
}
never { do :: !A@accept_here :: A@accept_here -> break od; accept_all: do :: true od }
