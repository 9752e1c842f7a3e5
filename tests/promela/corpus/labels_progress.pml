// progress labels, and np_ in a claim: there is a cycle without progress
byte x;
active proctype A() {
  do
  :: x == 0 -> progress: x = 1
  :: x == 1 -> x = 0
  :: x == 1 -> x = 2
  :: x == 2 -> x = 1
  od
}
never { do :: true :: np_ -> goto accept_np od; accept_np: do :: np_ od }
