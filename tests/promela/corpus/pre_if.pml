// #if, #elif, #else, #ifdef, defined(), #undef; code of branches that are not taken may be nonsense
#define VERSION 2
#define DEBUG
#if VERSION == 1
this is not Promela
#elif VERSION == 2 && defined(DEBUG)
#define INITIAL 7
#else
nor is this
#endif
#ifdef NOBODY
broken {
#endif
#undef DEBUG
#ifndef DEBUG
byte x = INITIAL;
#else
byte x = 1 +;
#endif

active proctype A() {
  x--;
#if 0
  x = 100;
#endif
  x == INITIAL - 1;
  x = linux  /* predefined by the compiler whose preprocessor it is */
}
