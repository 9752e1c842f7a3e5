// readers and writers with a monitor made of inlines
byte readers; bool writing; byte data;
inline start_read() { atomic { !writing -> readers++ } }
inline end_read() { readers-- }
inline start_write() { d_step { !writing && readers == 0 -> writing = true } }
inline end_write() { writing = false }
active [2] proctype R() { byte x; start_read(); x = data; assert(!writing && x == data); end_read() }
active [2] proctype W() { start_write(); data++; data = data - 1; end_write() }
