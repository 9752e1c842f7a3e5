# SPDX-License-Identifier: Apache-2.0
"""A program outside the tree finds the installed library, builds with it alone, and runs."""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

import tree


def run(*command):
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode:
        sys.exit(f"failed: {' '.join(map(str, command))}\n{done.stdout}")
    return done.stdout


FLOORS = 10


def lift_successors(state):
    """What follows a state of the lift in examples/own_system: (floor, open, set of floors that call), by its description."""
    floor, door, calls = state
    if door:
        yield "close", (floor, False, calls)
    if not door and calls:
        if floor + 1 < FLOORS:
            yield "up", (floor + 1, False, calls)
        if floor > 0:
            yield "down", (floor - 1, False, calls)
    if not door and floor in calls:
        yield "open", (floor, True, calls - {floor})
    for call in set(range(FLOORS)) - calls:
        if not (door and call == floor):
            yield f"call {call}", (floor, door, calls | {call})


def check_example(text):
    """The example counts what a search written here counts, and the lasso that it shows is one that violates the formula."""
    first = (0, False, frozenset())
    seen, queue, transitions = {first}, [first], 0
    for state in queue:
        for _, following in lift_successors(state):
            transitions += 1
            if following not in seen:
                seen.add(following)
                queue.append(following)
    lines = text.splitlines()
    for line, what in zip(lines, ("exact store", "tree store", "two threads")):
        if line != f"{what}: {len(seen)} states, {transitions} transitions, no deadlock":
            sys.exit(f"the example says '{line}' of {len(seen)} states and {transitions} transitions")
    if lines[3:5] != ["[] !(called && served): holds", "[] (called -> <> served): violated"]:
        sys.exit(f"the example has other verdicts: {lines[3:5]}")
    run = [re.fullmatch(r"(stem |cycle) floor (\d) (open|closed) ([01]{10}): (.+)", line) for line in lines[5:]]
    if not run or not all(run):
        sys.exit(f"the example shows no run: {lines[5:]}")
    states = [(int(m[2]), m[3] == "open", frozenset(i for i, c in enumerate(m[4]) if c == "1")) for m in run]
    begin = [m[1] for m in run].index("cycle")
    states.append(states[begin])
    if states[0] != first or any((m[5], states[i + 1]) not in list(lift_successors(states[i])) for i, m in enumerate(run)):
        sys.exit(f"the example shows something that is no lasso: {lines[5:]}")
    served = [floor == 0 and door for floor, door, _ in states]
    if not any(0 in calls and not any(served[i:]) and not any(served[begin:]) for i, (_, _, calls) in enumerate(states)):
        sys.exit(f"the run of the example satisfies the formula: {lines[5:]}")
    # Nobody is waiting at first, the lift cannot stand still, and from the call on the automaton takes a step to begin.
    if len(run) > 4:
        sys.exit(f"the run of the example is not shortest: {lines[5:]}")


def check_pages(prefix, program):
    """Manual pages, completions, documents and models are installed, and the pages are those of this program."""
    for path in ("bash-completion/completions/lariat", "zsh/vendor-completions/_lariat", "fish/vendor_completions.d/lariat.fish",
                 "man/man1/lariat.1", "doc/lariat/README.md", "doc/lariat/LICENSE", "doc/lariat/docs/cli.md",
                 "lariat/models/promela/peterson.pml"):
        if not (prefix / "share" / path).is_file():
            sys.exit(f"not installed: share/{path}")
    commands = re.findall(r"(?m)^  ([a-z]+) ", run(program, "--help"))
    pages = sorted(p.name for p in (prefix / "share" / "man" / "man1").iterdir())
    if pages != sorted(["lariat.1", *(f"lariat-{command}.1" for command in commands)]):
        sys.exit(f"manual pages: {pages}")


def main():
    cache = dict(re.findall(r"(?m)^(\w+):\w+=(.*)$", (tree.BUILD / "CMakeCache.txt").read_text(encoding="utf-8")))
    # The compiler and flags of this build: a library with sanitizers needs a program with them.
    same = [f"-D{name}={cache[name]}" for name in ("CMAKE_CXX_COMPILER", "CMAKE_CXX_FLAGS", "CMAKE_BUILD_TYPE")]
    with tempfile.TemporaryDirectory() as folder:
        staged, prefix, build = (pathlib.Path(folder, name) for name in ("staged", "prefix", "build"))
        run("cmake", "--install", tree.BUILD, "--prefix", staged)
        staged.rename(prefix)  # an installed tree may be moved
        for path in prefix.rglob("*.cmake"):
            if str(tree.ROOT) in path.read_text(encoding="utf-8"):
                sys.exit(f"{path.name} still names the source tree")
        missing = [p for p in tree.sources() if p.parts[0] == "include" and not (prefix / p).is_file()]
        if missing:
            sys.exit(f"headers not installed: {missing}")
        program = os.environ.get("LARIAT_PROGRAM")
        if program and not os.access(prefix / "bin" / "lariat", os.X_OK):
            sys.exit("the program is not installed")
        if program:
            check_pages(prefix, program)
        for folder, program in (("tests/install", "outside"), ("examples/own_system", "own_system")):
            run("cmake", "-G", "Ninja", "-S", tree.ROOT / folder, "-B", build / program, f"-DCMAKE_PREFIX_PATH={prefix}",
                "-DCMAKE_FIND_USE_PACKAGE_REGISTRY=OFF", *same)
            run("cmake", "--build", build / program)
        print(run(build / "outside" / "outside"), end="")
        check_example(run(build / "own_system" / "own_system"))
    tree.finish([], "installed, moved, found, built, run")


main()
