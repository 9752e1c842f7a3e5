# SPDX-License-Identifier: Apache-2.0
"""Shortest counterexamples of four mutual exclusion algorithms are no longer than those of Table 1 in

    P. Gastin, P. Moro, M. Zeitoun. Minimization of counterexamples in SPIN. SPIN 2004,

counted as there: moves of the automaton and steps of the model in turn, until the same states of both are met again, in the
middle of such a pair if that is earlier. models/README.md has more about it.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(os.environ["LARIAT_SOURCE_DIR"])
PROGRAM = os.environ["LARIAT_PROGRAM"]
# Model, macros, property, the length in the paper, the length that models/README.md gives.
ROWS = [("peterson", [], "entered_again", 19, 9), ("dekker", [], "no_starvation", 23, 9),
        ("dijkstra", ["-D", "STAY"], "no_starvation", 5, 5), ("hyman", ["-D", "STAY"], "mutual_exclusion", 17, 13)]


def states(run):
    """The valuation of the state before the first step and after each step."""
    state = {item["name"]: item["value"] for item in run["initial"]}
    yield dict(state)
    for step in run["stem"] + run["cycle"]:
        for change in step["changes"]:
            state[change["name"]] = change["after"]
        yield dict(state)


def length(model, macros, name):
    path = SOURCE / "models/promela" / f"{model}.pml"
    with tempfile.TemporaryDirectory() as folder:
        trace = pathlib.Path(folder) / "run.json"
        done = subprocess.run([PROGRAM, "check", str(path), *macros, "--property", name, "--minimize", "min-bfs", "--json", "--trace", trace],
                              capture_output=True, text=True, timeout=300)
        if json.loads(done.stdout)["properties"][0]["verdict"] != "violated":
            sys.exit(f"{model}: {name} should be violated")
        run = json.loads(trace.read_text(encoding="utf-8"))
    met = list(states(run))
    first, last = len(run["stem"]), len(run["stem"]) + len(run["cycle"])
    # A step here is a move of the automaton and then one of the model. After these moves the automaton is where it was a
    # cycle ago; if the model was there already before its own, the pair is met again one step earlier.
    earlier = first > 0 and met[first - 1] == met[last - 1]
    return 2 * last - 1 if earlier else 2 * last + 1


def main():
    if not PROGRAM:
        print("skipped: no program")
        sys.exit(77)
    readme = (SOURCE / "models/README.md").read_text(encoding="utf-8")
    failed = False
    for model, macros, name, paper, here in ROWS:
        found = length(model, macros, name)
        failed |= found > paper or found != here
        failed |= not re.search(rf"\| {model}\b.* \| {name} \| {paper} \| {here} \|", readme)
        print(f"{model}: {name}: {found}, in the paper {paper}")
    sys.exit(failed)


main()
