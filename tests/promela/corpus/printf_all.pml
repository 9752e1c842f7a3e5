// printf with every conversion, printm, and a literal text without any
mtype = { hello, world };
mtype m = world;
byte x = 65;
active proctype A() {
  printf("plain \\ \"quoted\" 100%%\n");
  printf("%d %c %x %o %u %e\t\n", -5, x, 255, 8, 7, hello);
  printm(m);
  printf("%d\n", (x > 3 -> x : 0))
}
