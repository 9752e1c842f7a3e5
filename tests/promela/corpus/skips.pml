// which skip is a step: in options a run of them is thinned, elsewhere each counts
byte x;
active proctype A() {
  skip; skip; true;
  if
  :: true -> skip; skip; skip
  :: skip; skip; x = 1; skip; skip; x = 2
  :: skip -> 1; true; skip; x = 3
  fi;
  do :: skip; skip -> break od;
  { skip; skip; skip };
  atomic { skip; skip }
}
