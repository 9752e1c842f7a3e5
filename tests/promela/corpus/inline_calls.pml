// inline called as a statement, as a guard of an option, with constants, channels, elements and expressions
chan c = [2] of { byte };
byte a[3], r;
mtype = { one, two };
mtype m;

inline put(ch, what) { ch!what }
inline bump(v, by) { v = v + by }
inline wait_for(e) { e }
inline set(v, w) { v = w }

active proctype A() {
  bump(a[1], 2);
  bump(a[2], a[1] * 3);
  put(c, a[2]);
  set(m, two);
  do
  :: wait_for(r == 6) -> bump(r, 1)
  :: wait_for(m == two && r > 6); break
  od;
  assert(a[2] == 6)
}

active proctype B() { c?r }
