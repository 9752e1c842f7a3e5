// select inside of an inline is always a loop, and names can be arguments
byte x, y;
inline choose(v, lo, hi) { select (v : lo .. hi) }
active proctype A() { choose(x, 1, 3); choose(y, x, 3); assert(y >= x) }
