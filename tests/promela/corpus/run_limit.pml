// a process that starts itself for ever: at 255 processes there are too many
proctype P() { run P() }
init { run P() }
