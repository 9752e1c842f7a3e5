// _nr_pr counts the claim as well where there is one
active proctype A() { _nr_pr == 2 -> skip }
active proctype B() { skip }
ltl two { [] (_nr_pr <= 2) }
ltl three { [] (_nr_pr <= 3) }
