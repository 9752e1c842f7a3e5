// active [n] with an expression, with parameters (which are 0), beside init; numbers go in the order of the text
#define N 2
byte order[5];

active [N + 1] proctype A(byte zero) { order[_pid] = 1 + zero }
init { order[_pid] = 2 }
active proctype B() { order[_pid] = 3; assert(_pid == 4) }
