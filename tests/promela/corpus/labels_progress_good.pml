// every cycle passes a progress label
byte x;
active proctype A() {
  do
  :: x < 2 -> x++
  :: x == 2 -> progress_1: x = 0
  od
}
never { do :: true :: np_ -> goto accept_np od; accept_np: do :: np_ od }
