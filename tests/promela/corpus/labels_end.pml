// end labels make a place where a process may stop; another process has none
chan c = [0] of { byte };
byte x;
active proctype Server() {
end_wait:
  do :: c?x -> x = 0 od
}
active proctype Client() { c!1; if :: c!2 :: skip fi }
active proctype Stuck() { if :: x == 7 -> skip :: skip fi; if :: x == 1 :: x == 0 fi }
