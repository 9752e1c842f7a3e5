// one process more than the limit, started in a loop
proctype P() { false }
init {
  byte i;
  atomic { do :: i < 255 -> run P(); i++ :: else -> break od };
  assert(false)
}
