// two init blocks are two processes
byte x;
init { x = x + 1; x = x * 2 }
init { x = x + 5 }
