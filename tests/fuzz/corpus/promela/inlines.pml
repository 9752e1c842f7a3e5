#define N 3
#define SUM(a, ...) a + __VA_ARGS__
typedef T { byte a[N]; bit b }
T t[2];
inline set(i, v) { byte z; z = v; L: t[i].a[z] = v; if :: goto L :: skip fi }
init { byte k; for (k : 0 .. N - 1) { set(0, k); set(1, SUM(k, 1)) }; select (k : 1 .. 5) }
%%
t[1].a[0] == N
