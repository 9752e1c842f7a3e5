// ends of lines, arrows and semicolons as separators; many of them; none after a brace
byte x
byte y = 1;;
active proctype A()
{
  x = 1
  y = 2;;
  if
  :: x == 1 -> -> y = 3
  :: else
  fi
  do :: x < 3 -> x++
     :: else -> break
  od
  { x = 4 } y = 5
  assert(x == 4)
};
