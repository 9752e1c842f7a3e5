// a never claim that ends when the property is broken
byte x;
active proctype A() { do :: x < 5 -> x++ :: x == 5 -> x = 0 od }
never { do :: x != 4 :: x == 4 -> break od }
