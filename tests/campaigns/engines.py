#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compiled code against the interpreter, state by state: all our models, the models of BEEM beside the checkout, and random
programs.

    tests/campaigns/engines.py --programs 5000 --seed 1 --max-states 100000

Ends with 1 if there was a difference; a random program is known by its number, the seed."""

import argparse
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "native"))
import agreement  # noqa: E402
from agreement import ROOT  # noqa: E402


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--programs", type=int, default=5000, metavar="N", help="random programs [5000]")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="the number of the first one [1]")
    parser.add_argument("--max-states", type=int, default=100_000, metavar="N", help="of each model [100000]")
    parser.add_argument("--only-random", action="store_true", help="no other models")
    options = parser.parse_args()
    limit = ["--max-states", str(options.max_states), "--no-cache"]
    shared = ROOT.parent / "shared" / "beem"
    comparison = agreement.Comparison()
    if not options.only_random:
        models = [p for pattern in ("*.dve", "*.pml") for p in sorted((ROOT / "models").glob(f"*/{pattern}"))]
        for paths in (models, sorted((ROOT / "tests/promela/corpus").glob("*.pml")), sorted(shared.glob("dve/*.dve")),
                      sorted(shared.glob("promela/*.pm"))):
            comparison.add(paths, *limit, timeout=7200)
            print(comparison.summary(), flush=True)
    for begin in range(options.seed, options.seed + options.programs, 400):
        seeds = range(begin, min(begin + 400, options.seed + options.programs))
        with tempfile.TemporaryDirectory() as folder:
            paths = agreement.random_programs(seeds, folder)
            comparison.add(paths[0::2], "--quick", *limit, timeout=7200)
            comparison.add(paths[1::2], *limit, timeout=7200)
        print(comparison.summary(), flush=True)
    for path, reason in comparison.refused:
        print(f"  not compiled: {path}: {reason}")
    for path, difference in comparison.different:
        print(f"  DIFFERENT: {path}: {difference}")
    sys.exit(1 if comparison.different else 0)


main()
