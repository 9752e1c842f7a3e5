// a send to a channel that nobody has made goes wrong
chan c;
chan d = [1] of { byte };
byte x;
active proctype A() { x = 1; c!x; x = 2 }
