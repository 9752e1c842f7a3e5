// _pid, _nr_pr, _, np_ in a claim, _last
byte seen[3], last;
chan c = [1] of { byte, byte };

active [2] proctype A() {
  seen[_pid] = _nr_pr;
  c!_pid, 7;
  atomic { c?eval(_pid), _ -> last = _last };
  _ = last
}

never { do :: np_ :: _last == 1 -> break :: !np_ od; do :: true od }
