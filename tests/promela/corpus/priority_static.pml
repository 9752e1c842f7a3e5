// priorities: a process steps only if nobody more important can
byte log;

active proctype Low() priority 1 { log = 1; log = 2 }
active proctype High() priority 9 { log == 2 -> log = 3; log = 4 }
active proctype Middle() priority 5 { log >= 3 -> log = 10; log = 11 }
