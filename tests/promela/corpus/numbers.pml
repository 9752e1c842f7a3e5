// numbers, characters and names at their limits
#define LONG_NAME_of_a_variable_that_nobody_would_write_by_hand_but_a_generator v1
int LONG_NAME_of_a_variable_that_nobody_would_write_by_hand_but_a_generator = 2147483647;
int low = -2147483647;
byte _x1 = 255;
unsigned wide : 31 = 2147483647, one : 1 = 3;
active proctype A() {
  assert(v1 == 2147483647 && low - 1 < low && wide == v1 && one == 1);
  _x1 = 'A' + '\t' - ' ';
  assert(_x1 == 42)
}
