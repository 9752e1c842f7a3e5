// typedef: fields of all types, arrays, structures in structures, initial values, arrays of structures
mtype = { red, blue };
typedef Inner { byte v = 4; bit flag; short list[2] = -2 };
typedef Outer { Inner one; Inner many[2]; int sum; mtype colour = red; unsigned u : 4 = 9 };
Outer o[2];
Inner alone;

active proctype A() {
  Outer mine;
  byte i;
  o[1].many[0].list[1] = 7;
  o[1].many[1].v = o[1].many[0].v + alone.v;
  mine.one.v++;
  mine.colour = blue;
  for (i : 0 .. 1) {
    mine.sum = mine.sum + o[i].many[i].v
  }
  assert(mine.sum == 12 && mine.one.v == 5 && o[0].u == 9 && o[1].many[0].list[1] == 7);
  o[0].one.flag = 1
}
