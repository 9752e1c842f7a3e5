mtype = {req, ack};
chan q = [2] of {mtype, byte}; chan r[2] = [0] of {byte};
active proctype P() {
  byte x;
  do
  :: q!req(x); r[0]?x
  :: q?<ack, eval(x + 1)> -> q??req,_; q!!ack,3
  :: q?[ack, 1] && nfull(q) -> break
  :: else
  od
}
%%
len(q) > 1 && q?[ack, _]
