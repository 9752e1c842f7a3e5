chan c = [1] of {byte, byte}
trace { do :: c!1,_ ; c?1,_ od }
hidden int h[2] = {1, 2}
init { c!1,2; c?1,h[0]; printm(1); goto out; skip; out: skip }
