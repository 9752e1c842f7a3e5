# SPDX-License-Identifier: Apache-2.0
"""Extreme input: the program reports what is wrong, briefly and soon, and never crashes or hangs."""

import os
import pathlib
import random
import resource
import subprocess
import sys
import tempfile

from compare import PROGRAM

SECONDS = 60  # of processor time for a single case, with sanitizers and on a slow machine too


def limited():
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 5))


def nested(opening, inner, closing, depth=10000):
    return "byte x; active proctype A() { " + opening * depth + inner + closing * depth + " }\n"


def cases():
    """Name, text, exit codes that are right, how many errors at most, and what must be said."""
    chance = random.Random(1)
    valid = "  x = x + 1; x = x - 1;\n" * 430000
    yield "10 MB of statements", "byte x;\nactive proctype A() {\n" + valid + "}\n", (0, 3), 0, ""
    yield "10 MB on one line", "init { " + "skip; " * 1600000 + "skip }\n", (0, 3), 0, ""
    yield "a comment of 10 MB", "/*" + "x" * 10000000 + "*/ init { skip }\n", (0,), 0, ""
    yield "100,000 inlines", "".join(f"inline f{i}(a) {{ a = {i % 250} }}\n" for i in range(100000)) + "byte x; init { f7(x) }\n", (0,), 0, ""
    yield "10 MB of noise", chance.randbytes(10000000), (2,), 1, "no text"
    text = "".join(chance.choices("abc {}();:->\n!?[]\"#=+", k=10000000))
    yield "10 MB of signs", text, (2,), 20, "error"
    yield "a program", pathlib.Path(PROGRAM).read_bytes()[:2000000], (2,), 1, "no text"
    yield "control characters", b"byte x;\nint \x01" + b"\x02" * 50, (2,), 1, ":2:5: error: this is no text"
    yield "a byte 0 in a comment", b"byte x; /* \0 */\nactive proctype A() { x = 1 }\n", (0,), 0, ""
    yield "nothing", "", (2,), 1, "no process runs"
    yield "parentheses", nested("(", "x", ")"), (2,), 1, "nested too deeply"
    yield "blocks", nested("{ ", "x = 1", " }"), (2,), 1, "nested too deeply"
    yield "selections", nested("if :: ", "x = 1", " fi"), (2,), 1, "nested too deeply"
    yield "minus signs", nested("- ", "x", ""), (2,), 1, "nested too deeply"
    yield "a long conjunction", nested("x == 0 && ", "true", "", 100000), (2,), 1, "too deep"
    yield "a long sum", nested("1 + ", "x", "", 100000), (2,), 1, "too deep"
    yield "a deep formula", "int x; active proctype A() { x = 1 }\nltl p { " + "[] (" * 10000 + "x == 0" + ")" * 10000 + "}\n", (0, 1, 2), 1, ""
    structures = "".join(f"typedef T{i} {{ {f'T{i - 1} a, b' if i else 'byte a, b'} }};\n" for i in range(60))
    yield "structures that double", structures + "T59 t; init { skip }\n", (2,), 1, "too large"
    macros = "".join(f"#define A{i} A{i - 1} A{i - 1}\n" for i in range(1, 60))
    yield "macros that double", "#define A0 x\n" + macros + "int x; init { A59 }\n", (2,), 1, "4 million words"
    yield "an array", "byte a[2000000000]; init { a[1] = 1 }\n", (2,), 1, "too large"
    yield "a number that is no size", "int a[3000000000]; init { a[1] = 1 }\n", (2,), 1, "m.pml:1:7: error: the number 3000000000 is too large"
    yield "a product that is no size", "int a[50000 * 50000]; init { a[1] = 1 }\n", (2,), 1, "constant is too large"
    yield "a NUL byte", b"byte x;\n init { x = \0 1 }\n", (0,), 0, "m.pml:2:13: warning: there are NUL bytes in the text"
    yield "a control character", b"byte x;\n init { x = \x01 1 }\n", (2,), 1, "a control character (byte 0x01) has no meaning in Promela"
    yield "300 channels", "chan c[300] = [1] of { byte };\ninit { c[0]!1 }\n", (2,), 1, "255 channels"
    yield "300 processes", "active [300] proctype P() { skip }\n", (2,), 1, "255 processes"
    yield "a file that includes itself", '#include "m.pml"\ninit { skip }\n', (2,), 1, "include each other in a circle"
    # Errors of the model itself: verdicts with a run.
    yield "processes without end", "proctype P() { run P() }\ninit { run P() }\n", (1,), 1, "255 processes"
    yield "channels without end", "proctype P() { chan c = [1] of { byte }; chan d = [1] of { byte }; run P() }\ninit { run P() }\n", (1,), 1, "255 channels"
    yield "an atomic sequence without end", "byte x; active proctype A() { atomic { do :: x++ od } }\n", (1,), 1, "never ends"
    yield "one that counts", "int x; active proctype A() { atomic { do :: x++ od } }\n", (1,), 1, "never ends"
    yield "a d_step without end", "byte x; active proctype A() { d_step { do :: x < 300 -> x++ od } }\n", (1,), 1, "never ends"
    yield "an index", "byte a[3], i;\nactive proctype A() { do :: a[i] = 1; i++ od }\n", (1,), 1, "index 3"
    yield "a division", "byte a = 3, b;\nactive proctype A() { a = a / b }\n", (1,), 1, "division by zero"
    yield "a division in a guard", "byte a = 3, b;\nactive proctype A() { (a % b == 0) -> skip }\n", (1,), 1, "division by zero"
    yield "the least number by -1", "int a = -2147483647, b = -1;\nactive proctype A() { a = a - 1; a = a / b; a = a % b }\n", (0, 1), 1, ""
    yield "shifts", "int a = 1;\nactive proctype A() { a = a << 33; a = a >> -1; a = 1 << 31 }\n", (0,), 0, ""
    yield "too many values in a message", "chan c = [1] of { byte, byte }; chan d = [1] of { byte };\nactive proctype A() { d!1, 2 }\n", (1,), 1, "values do not fit"


def ask(name, text, codes, most, phrase, folder):
    path = folder / "m.pml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    command = [PROGRAM, "check", "m.pml", "--max-states", "2000", "--assert"]
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, timeout=10 * SECONDS, preexec_fn=limited)
    except subprocess.TimeoutExpired:
        return [f"{name}: took too long"]
    said = (done.stdout + done.stderr).decode(errors="replace")
    problems = []
    if done.returncode not in codes:
        problems.append(f"{name}: ended with {done.returncode}, expected {codes}: {said[:300]}")
    if said.count("error: ") > most:
        problems.append(f"{name}: {said.count('error: ')} errors, expected at most {most}: {said[:300]}")
    if phrase not in said:
        problems.append(f"{name}: does not say '{phrase}': {said[:300]}")
    if len(said) > 100000:
        problems.append(f"{name}: says {len(said)} characters")
    return problems


def main():
    if not os.access(PROGRAM, os.X_OK):
        print("skipped: no program")
        sys.exit(77)
    problems = []
    count = 0
    with tempfile.TemporaryDirectory() as name:
        for case in cases():
            problems += ask(*case, pathlib.Path(name))
            count += 1
    for problem in problems:
        print(problem)
    print(f"{count} cases, {len(problems)} complaints")
    sys.exit(1 if problems else 0)


main()
