// P[n]@label, P[n]:variable, without a number; of processes that are not there
byte got, hits;
proctype Worker(byte id) {
  byte state = id;
  state++;
cs: state++;
  state = 0
}
active proctype Watch() {
  byte before;
  before = Worker[9]:state;
  assert(before == 0 && !Worker[9]@cs);
  run Worker(5);
  do
  :: Worker[1]@cs -> hits = 1
  :: Worker:state == 7 -> got = Worker[1]:state; break
  :: Worker[1]:state == 0 && hits -> break
  od
}
