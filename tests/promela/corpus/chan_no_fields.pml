// a channel that no message fits: the sender is stuck, an invalid end state
chan c = [0] of { bit };
active proctype A() { c!1 }
active proctype B() { c?0 }
