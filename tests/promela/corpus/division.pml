// what is divided by 0 would go wrong, but a condition in front keeps it from happening
byte a = 6, b = 2, c;
active proctype A() { do :: b > 0 -> c = a / b; c = a % b; b-- :: b == 0 || a / b == 3 -> break od }
