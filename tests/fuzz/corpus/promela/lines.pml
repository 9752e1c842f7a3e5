#if defined(X) || 1
byte x
unsigned u : 5 = 3
#else
'
#endif
active [2] proctype P() {
  x = 1
  if
  :: x == 1 ->
    printf("%d\n", x)
  :: timeout
  fi
  assert(x != 2) /* c */
  x++ // d
}
