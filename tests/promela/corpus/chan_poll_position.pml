// Where all channels have buffers, c??[..] is the position of the message.
byte r = 9;
chan c = [3] of { byte, byte };

active proctype W() {
  c!0,1;
  c!1,2;
  r = c??[1,_];
  assert(r == 2);
  r = c??[3,_];
  assert(r == 0)
}
