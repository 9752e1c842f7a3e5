// a poll of a rendezvous channel goes wrong
chan c = [0] of { byte };
active proctype A() { if :: c?[1] -> skip :: else fi }
active proctype B() { c!1 }
