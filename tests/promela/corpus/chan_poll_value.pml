// With a channel without a buffer in the model, c??[..] is 0 or 1, and no position.
byte r = 9;
chan z = [0] of { bit };
chan c = [3] of { byte, byte };

active proctype W() {
  c!0,1;
  c!1,2;
  r = c??[1,_];
  assert(r == 1);
  r = c??[3,_];
  assert(r == 0);
  r = c?[0,_];
  assert(r == 1)
}
