// variables of inner blocks: sibling blocks may use the same name, declarations in blocks are steps
byte g;

active proctype A() {
  byte x = 1;
  {
    byte y = 2;
    x = x + y;
    {
      byte z = x;
      g = z
    }
  };
  {
    byte y = 5;
    g = g + y
  };
  short late = 9;
  assert(g == 8 && late == 9)
}
