// notrace: nothing wrong if it is not completed
chan q = [1] of { byte };
active proctype P() { q!1; q!2 }
active proctype C() { q?1; q?2 }
notrace { q!2; q!1 }
