#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How strong the reduction is: states kept of the Promela models of BEEM, beside those that LTSmin keeps.

    tests/campaigns/por_strength.py --program build/release/bin/lariat [REGEX]

Both without a cycle proviso and with deadlocks preserved. The models and LTSmin's figures are looked for in ../shared/beem and
../shared/por beside the checkout; ends with 77 if they are not there. Where LTSmin has another number of states without reduction,
it cuts statements differently: then the percentages are compared. A ratio of more than 1.02 is marked.
"""

import argparse
import csv
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"
MARK = 1.02


def kept_states(program, model):
    """The number of states that are left of a model."""
    done = subprocess.run([program, "explore", str(model), "--por", "stubborn", "--proviso", "None", "--no-full", "--json"],
                          capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        sys.exit(f"{model.name}: exit code {done.returncode}\n{done.stderr}")
    return json.loads(done.stdout)["statistics"]["states"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=str(ROOT / "build" / "release" / "bin" / "lariat"))
    parser.add_argument("only", nargs="?", default="", metavar="REGEX", help="models whose names match")
    options = parser.parse_args()
    figures = SHARED / "por" / "ltsmin.csv"
    if not figures.exists():
        print("skipped: there is no", figures)
        return 77
    totals = [0, 0, 0.0]
    print(f"{'model':24} {'full':>8} {'kept':>8} {'lariat':>8} {'LTSmin':>8} {'ratio':>6}")
    for row in csv.DictReader(figures.open(encoding="utf-8")):
        if not re.search(options.only, row["file"]):
            continue
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
