// the preprocessor: #include of a file with macros and an inline, which includes another, twice
#include "pre_include.h"
#include "pre_include.h"

byte n = START;

active proctype A() {
  LOOP(n < LIMIT, n++)
}

active proctype B() { worker_step(n) }
