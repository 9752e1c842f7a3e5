// several named mtypes, in variables, messages, parameters and structures
mtype:fruit = { apple, pear };
mtype:size = { small, medium, large };
mtype = { plain };
typedef Box { mtype:fruit what; mtype:size how };
chan c = [1] of { mtype:fruit, mtype:size, mtype };
mtype:size last_size;

proctype Seller(mtype:fruit f) {
  if
  :: c!f, small, plain
  :: c!f, large, plain
  fi
}

init {
  Box b;
  atomic { run Seller(apple); run Seller(pear) };
  c?b.what, b.how, plain;
  c?pear, last_size, _;
  assert(b.what == apple);
  assert(pear == 1 && large == 1 && small == 3)
}
