// included by pre_include.pml
#ifndef PRE_INCLUDE
#define PRE_INCLUDE
#include "pre_include_more.h"
#define LIMIT (START + 4)
#define LOOP(guard, step) do :: guard -> step :: else -> break od
inline worker_step(x) { x > 2 -> x = x + 10 }
#endif
