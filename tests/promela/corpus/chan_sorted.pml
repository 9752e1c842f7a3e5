// sorted send: before the first that is greater, equal ones behind; fields from left to right
chan q = [6] of { short, byte };
short a;
byte b;

active proctype A() {
  q!!3, 1; q!!1, 2; q!!3, 0; q!!-2, 9; q!!1, 2; q!!2, 7;
  q?a, b; assert(a == -2 && b == 9);
  q?1, 2; q?1, 2; q?2, 7;
  q?a, b; assert(a == 3 && b == 0);
  q?3, 1
}

active proctype B() {
  q?[3, 1] -> q!!0, 0; q??0, 0
}
