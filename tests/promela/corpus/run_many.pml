// 255 processes at once are allowed; only the youngest may step, and so they die one after the other
byte n;
proctype P() provided (_pid == _nr_pr - 1 && n > 0) { skip }
init {
  byte i = 254;
  atomic { do :: i > 0 -> run P(); i-- :: else -> break od };
  n = _nr_pr;
  assert(n == 255);
  (_nr_pr == 1) -> n = 0
}
