byte go = 1;
proctype P(byte n; chan c) priority 2 provided (go) { byte mine; w: (n > 0 -> mine : 1) == 1; { mine = 1 } unless { go == 0 -> mine = 2 }; end: }
init { chan c = [1] of {pid}; atomic { run P(1, c); run P(2, c) priority 3 }; d_step { go = 0; go++ }; (_nr_pr == 1); P[1]@w; P:mine == 2; set_priority(0, 4) }
never { do :: np_ :: _last == 1 od }
ltl a { []<> (go == 1) -> (P@w U go > 2) }
%%
P[1]:mine + enabled(0) > get_priority(_pid)
