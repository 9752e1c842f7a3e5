// set_priority with a value that is no priority goes wrong
byte x = 255;
active proctype A() { x++; set_priority(_pid, x); x = 1 }
