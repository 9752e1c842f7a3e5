// 255 channels can be made, one more is too many
proctype P(byte n) {
  chan c = [1] of { byte };
  c!n;
  if
  :: n > 0 -> run P(n - 1)
  :: else -> c!0
  fi
}
init { run P(253) }
