// set_priority, get_priority, _priority, run with a priority
byte log, p, q;

proctype Worker(byte n) {
  log = n;
  p = get_priority(_pid);
  _priority = 1;
  log = n + 10;
end:
  false
}

init {
  run Worker(1) priority 3;
  run Worker(2) priority 5;
  set_priority(1, 7);
  q = get_priority(1) + get_priority(77);
  set_priority(0, _priority + 4);
  log = 0
}
