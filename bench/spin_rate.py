#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How fast lariat's interpreter explores models, compared with Spin's compiled verifier.

usage: bench/spin_rate.py [--lariat PROGRAM] [--runs N] [--language dve|pml] [MODEL...]

For each pair of models/bench (or those named), spin writes a verifier, gcc -O2 compiles it without reduction, and both programs
visit all states, in turn, N times (3). Times are of the processor, as the operating system counts them for each run, of which the
fastest counts: other work on the machine disturbs them less than it does the clock. Compiling the verifier is not counted.
A ratio of 0.1 means that lariat visits a tenth of the states per second. Ends with 1 if the numbers of states differ.
"""

import argparse
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
VERIFIER = ["-DNOREDUCE", "-DSAFETY", "-DNOCLAIM", "-DNOFAIR"]
ARGUMENTS = ["-c0", "-n", "-m2000000", "-w24"]


def run(command):
    """The output of a program, and the seconds of processor time that it took."""
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    output = child.stdout.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return output, usage.ru_utime + usage.ru_stime


def compile_verifier(model, folder):
    """Leaves the program pan in the folder."""
    subprocess.run(["spin", "-a", "-o1", "-o2", "-o3", str(model)], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["gcc", "-O2", "-w", *VERIFIER, "-o", "pan", "pan.c"], cwd=folder, check=True)


def states_of_spin(output):
    """The number of states in what pan printed."""
    if "max search depth too small" in output:
        sys.exit("spin_rate: the search of pan was cut off: its -m is too small")
    return int(float(re.search(r"^\s*(\S+) states, stored", output, re.MULTILINE).group(1)))


def measure(name, options, folder):
    """A row of the table."""
    compile_verifier(ROOT / "models" / "bench" / f"{name}.pml", folder)
    model = ROOT / "models" / "bench" / f"{name}.{options.language}"
    spin_seconds, lariat_seconds = [], []
    for _ in range(options.runs):
        printed, seconds = run([f"{folder}/pan", *ARGUMENTS])
        spin_seconds.append(seconds)
        explored, seconds = run([options.lariat, "explore", str(model), "--json", "--progress", "none"])
        lariat_seconds.append(seconds)
    statistics = json.loads(explored)["statistics"]
    states = statistics["states"]
    return {
        "name": name,
        "states": states,
        "same": states == states_of_spin(printed),
        "spin": states_of_spin(printed) / max(min(spin_seconds), 1e-3),
        "lariat": states / max(min(lariat_seconds), 1e-3),
        "state_bytes": statistics["state_bytes"],
        "stored_bytes": statistics["store_bytes"] / states,
    }


def main():
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="*", metavar="MODEL", help="the name of a pair in models/bench")
    parser.add_argument("--lariat", default=str(ROOT / "build/release/bin/lariat"), help="the program to measure")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--language", choices=["dve", "pml"], default="dve", help="of the models that lariat reads")
    options = parser.parse_args()
    names = options.models or sorted(path.stem for path in (ROOT / "models" / "bench").glob("*.pml"))
    print(f"{'model':<20}{'states':>10}{'spin/s':>12}{'lariat/s':>12}{'ratio':>8}{'bytes':>7}{'stored':>8}")
    logarithms, same = [], True
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            row = measure(name, options, folder)
        ratio = row["lariat"] / row["spin"]
        logarithms.append(math.log(ratio))
        same = same and row["same"]
        print(f"{name:<20}{row['states']:>10}{row['spin']:>12.0f}{row['lariat']:>12.0f}{ratio:>8.2f}"
              f"{row['state_bytes']:>7}{row['stored_bytes']:>8.1f}{'' if row['same'] else '  spin has another number of states'}",
              flush=True)
    print(f"{'geometric mean':<54}{math.exp(sum(logarithms) / len(logarithms)):>8.2f}")
    sys.exit(0 if same else 1)


if __name__ == "__main__":
    main()
