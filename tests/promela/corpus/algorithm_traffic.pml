// traffic lights with named mtypes, rendezvous between controllers, and formulas
mtype:light = { red, yellow, green };
mtype:light l[2] = red;
chan token = [0] of { byte };
proctype Light(byte me) {
  if :: me == 0 -> skip :: else -> token?1 fi;
  do
  :: l[me] = green; l[me] = yellow; l[me] = red; token!1; token?1
  od
}
init { atomic { run Light(0); run Light(1) } }
ltl safe { [] (l[0] == red || l[1] == red) }
ltl green_again { []<> (l[1] == green) }
