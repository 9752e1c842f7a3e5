// insertion sort of every permutation, chosen by chance
byte a[4], used[4], i, j, k, t;
active proctype Sort() {
  for (i in a) {
    atomic { select (k : 0 .. 3); used[k] == 0 -> used[k] = 1; a[i] = k }
  };
  atomic {
    for (i : 1 .. 3) {
      j = i;
      do
      :: j > 0 -> if :: a[j - 1] > a[j] -> t = a[j]; a[j] = a[j - 1]; a[j - 1] = t; j-- :: else -> break fi
      :: else -> break
      od
    }
  };
  assert(a[0] == 0 && a[1] == 1 && a[2] == 2 && a[3] == 3)
}
