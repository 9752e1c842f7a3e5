// trace: sends and receives of a channel must alternate
mtype = { a, b };
chan q = [1] of { mtype };
chan other = [1] of { mtype };
active proctype P() { q!a; other!a; q!b }
active proctype C() { q?a; q?b; other?a }
trace { do :: q!a; q?a :: q!b; q?b od }
