// hidden is not part of the state, show and local change nothing
hidden byte scratch;
hidden int wide = 3;
show byte shown;
local byte mine;

active proctype A() {
  do
  :: scratch < 5 -> scratch++; mine = 1 - mine
  :: shown = 1 - shown
  :: scratch >= 5 -> scratch = 0; wide = 7
  od
}
