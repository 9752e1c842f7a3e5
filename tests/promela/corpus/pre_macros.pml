// macros with arguments, nested, pasted, made strings; a macro over several lines
#define N 3
#define MAX(a, b) (a > b -> a : b)
#define CAT(a, b) a ## b
#define SHOW(x) printf(#x)
#define SWAP(a, b) atomic { \
    CAT(t, mp) = a; \
    a = b; \
    b = CAT(t, mp) \
  }

byte x = 1, y = N, tmp;

active proctype A() {
  SWAP(x, y);
  SHOW(x + y);
  x = MAX(x, y) + MAX(y, N);
  assert(x == 2 * N)
}
