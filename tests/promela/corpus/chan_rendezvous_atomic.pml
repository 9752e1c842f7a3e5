// rendezvous out of an atomic sequence: control goes to the receiver; the rest of the sender is a new sequence
chan c = [0] of { byte };
byte x;

active proctype S() { do :: atomic { x = 1; c!1; x = 2; x = 3 } od }
active proctype R() { byte z; do :: atomic { c?z; x = 5; x = 6 }; x = 7 od }
active proctype W() { do :: c!4; x = 0 od }
