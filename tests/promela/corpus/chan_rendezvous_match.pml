// rendezvous with constants and eval: only a receiver that matches takes part
mtype = { req, ack };
chan c = [0] of { mtype, byte };
byte served;

active proctype Client() { c!req(1); c?ack(1); c!req, 2; c?ack, eval(served) }
active proctype Server() {
  byte n;
  do
  :: c?req(n) -> served++; c!ack(n)
  :: c?ack(7) -> assert(false)
  od
}
