// an array of channels that each process makes for itself, one in a structure too
typedef Port { byte id; chan in = [1] of { byte } };

proctype P(byte k) {
  chan mine[2] = [1] of { byte };
  Port p;
  byte x;
  p.id = k;
  mine[0]!k; mine[1]!k + 1;
  mine[1]?x;
  p.in!x;
  p.in?eval(p.id + 1)
}

init { atomic { run P(3); run P(4) } }
