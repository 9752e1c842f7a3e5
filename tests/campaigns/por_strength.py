#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How strong the reduction is: states kept of the Promela models of BEEM, beside those that LTSmin keeps.

    tests/campaigns/por_strength.py --program build/release/bin/lariat [--speed] [REGEX]

Both without a cycle proviso and with deadlocks preserved. The models and LTSmin's figures are looked for in ../shared/beem and
../shared/por beside the checkout; ends with 77 if they are not there. Where LTSmin has another number of states without reduction,
it cuts statements differently: then the percentages are compared. A ratio of more than 1.02 is marked.

--speed measures what the reduction costs instead, on models of at least 20,000 states: states per second of the reduced search
divided by those of the full search, depth first and interpreted, by CPU time; and the CPU time of the one divided by that of the
other. Each search runs three times in turn with the other, and its fastest run counts.
"""

import argparse
import csv
import json
import pathlib
import re
import resource
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"
MARK = 1.02
SPEED_STATES = 20_000  # smaller models are over before a clock can tell


def kept_states(program, model):
    """The number of states that are left of a model."""
    done = subprocess.run([program, "explore", str(model), "--por", "stubborn", "--proviso", "None", "--no-full", "--json"],
                          capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        sys.exit(f"{model.name}: exit code {done.returncode}\n{done.stderr}")
    return json.loads(done.stdout)["statistics"]["states"]


def cpu_time(command):
    """The CPU time of a command in seconds and the number of states that it reports."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in (0, 1):
        sys.exit(f"{' '.join(command)}: exit code {done.returncode}\n{done.stderr}")
    return after.ru_utime - before.ru_utime, json.loads(done.stdout)["statistics"]["states"]


def speed(program, rows):
    """Prints the cost of the reduction for each model, and the geometric mean."""
    rates, times = [], []
    print(f"{'model':24} {'full':>8} {'kept':>8} {'us':>6} {'us':>6} {'rate':>6} {'time':>6}")
    for row in rows:
        if int(row["full_states"]) < SPEED_STATES:
            continue
        command = [program, "explore", str(SHARED / "beem" / "promela" / row["file"]), "--engine", "interpreter", "--json"]
        runs = [(cpu_time([*command, "--search", "dfs"]), cpu_time([*command, "--por", "stubborn", "--proviso", "None", "--no-full"])) for _ in range(3)]
        full, reduced = min(run[0] for run in runs), min(run[1] for run in runs)
        each = [1e6 * one[0] / one[1] for one in (full, reduced)]
        rates.append(each[0] / each[1])
        times.append(reduced[0] / full[0])
        print(f"{row['file']:24} {full[1]:8} {reduced[1]:8} {each[0]:6.2f} {each[1]:6.2f} {rates[-1]:6.2f} {times[-1]:6.2f}", flush=True)
    if rates:
        print(f"{'geometric mean, worst':24} {'':32} {statistics.geometric_mean(rates):6.2f} {max(times):6.2f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=str(ROOT / "build" / "release" / "bin" / "lariat"))
    parser.add_argument("--speed", action="store_true", help="measure what the reduction costs")
    parser.add_argument("only", nargs="?", default="", metavar="REGEX", help="models whose names match")
    options = parser.parse_args()
    figures = SHARED / "por" / "ltsmin.csv"
    if not figures.exists():
        print("skipped: there is no", figures)
        return 77
    rows = [row for row in csv.DictReader(figures.open(encoding="utf-8")) if re.search(options.only, row["file"])]
    if options.speed:
        speed(options.program, rows)
        return 0
    totals = [0, 0, 0.0]
    print(f"{'model':24} {'full':>8} {'kept':>8} {'lariat':>8} {'LTSmin':>8} {'ratio':>6}")
    for row in rows:
        full = int(row["full_states"])
        kept = kept_states(options.program, SHARED / "beem" / "promela" / row["file"])
        other = min(int(row["ltsmin_heur"]), int(row["ltsmin_del"])) / int(row["ltsmin_full"])
        ratio = kept / full / other
        print(f"{row['file']:24} {full:8} {kept:8} {kept / full:8.1%} {other:8.1%} {ratio:6.2f}{' *' if ratio > MARK else ''}", flush=True)
        totals = [totals[0] + full, totals[1] + kept, totals[2] + other * full]
    if totals[0]:
        print(f"{'sum':24} {totals[0]:8} {totals[1]:8} {totals[1] / totals[0]:8.1%} {totals[2] / totals[0]:8.1%} {totals[1] / totals[2]:6.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
