#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Address-space limits: whatever the limit, the program gives the answer that it gives without one, or says that memory ran out
(exit code 3). It never ends by a signal and never hangs. `--seed N --runs M` tries others than the test does."""

import argparse
import json
import os
import pathlib
import random
import resource
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(os.environ.get("LARIAT_SOURCE_DIR", pathlib.Path(__file__).resolve().parents[2]))
PROGRAM = os.environ.get("LARIAT_PROGRAM", str(ROOT / "build/release/bin/lariat"))
MODELS = ["models/bench/philosophers_9.pml", "models/bench/dining_run.pml", "models/bench/sorter.pml", "models/bench/mcs_4.dve"]
MEGABYTE = 1 << 20
SMALLEST, LARGEST = 60 * MEGABYTE, 20 << 30
TIME = 120


def run(arguments, limit, cache):
    """The exit code, the JSON or None, and stderr."""
    def restrict():
        if limit:
            resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    environment = {**os.environ, "LARIAT_CACHE_DIR": cache}
    done = subprocess.run([PROGRAM, *arguments, "--json"], capture_output=True, text=True, timeout=TIME, preexec_fn=restrict,
                          env=environment, check=False)
    try:
        return done.returncode, json.loads(done.stdout), done.stderr
    except json.JSONDecodeError:
        return done.returncode, None, done.stderr


def figures(output):
    """What must not depend on the limit."""
    if output["command"] == "explore":
        return {key: output["statistics"][key] for key in ("states", "transitions", "deadlocks")}
    return [(p["kind"], p["verdict"]) for p in output["properties"]]


def cases(seed, runs):
    choice = random.Random(seed)
    for _ in range(runs):
        limit = int(SMALLEST * (LARGEST / SMALLEST) ** choice.random())
        command = choice.choice([["explore"], ["check", "--deadlock"]])
        yield limit, [command[0], str(ROOT / choice.choice(MODELS)), *command[1:], "--store", choice.choice(["exact", "tree"]),
                      "--threads", choice.choice(["1", "2"]), "--engine", choice.choice(["auto", "interpreter", "native"])]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--runs", type=int, default=24)
    options = parser.parse_args()
    if not os.access(PROGRAM, os.X_OK):
        print("skipped: no program")
        sys.exit(77)
    known, wrong, answered = {}, [], 0
    with tempfile.TemporaryDirectory() as cache:
        for limit, arguments in cases(options.seed, options.runs):
            what = f"seed {options.seed}: ulimit -v {limit // 1024}; lariat {' '.join(arguments)}"
            question = tuple(arguments[:arguments.index("--store")])
            if question not in known:
                code, output, error = run([*question], None, cache)
                known[question] = (code, figures(output))
            try:
                code, output, error = run(arguments, limit, cache)
            except subprocess.TimeoutExpired:
                wrong.append(f"{what}: does not end")
                continue
            if code == 3:
                if output is None and "out of memory" not in error:
                    wrong.append(f"{what}: neither figures nor a reason: {error}")
            elif code not in (0, 1):
                wrong.append(f"{what}: exit code {code}: {error}")
            elif (code, figures(output)) != known[question]:
                wrong.append(f"{what}: {code}, {figures(output)} instead of {known[question]}")
            else:
                answered += 1
    for line in wrong:
        print(line)
    print(f"{options.runs} runs, {answered} answered as without a limit, {len(wrong)} wrong")
    sys.exit(1 if wrong or answered < options.runs / 4 else 0)


main()
