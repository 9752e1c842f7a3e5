// trace: at the end of a run it must be at an end of its own
mtype = { a };
chan q = [2] of { mtype };
active proctype P() { q!a; false }
trace { q!a; q!a }
