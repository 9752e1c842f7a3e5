// notrace: an error if all of it happens
mtype = { a, b };
chan q = [2] of { mtype, byte };
byte x;
active proctype P() { if :: q!a, 1; q!b, 2 :: q!b, 2; q!a, 3 fi }
active proctype C() { do :: q?_, x od }
notrace { q!a, _; q!b, 2 }
