#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random Promela programs, as they are written and reduced: the verdicts must be the same.

    tests/campaigns/reductions.py --programs 5000 --seed 1 --jobs 2

A program is known by its number, the seed. Ends with 1 if there was a difference."""

import argparse
import concurrent.futures
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "promela"))
import reductions  # noqa: E402


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--programs", type=int, default=5000, metavar="N", help="how many [5000]")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="the number of the first one [1]")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="programs at a time [1]")
    options = parser.parse_args()
    seeds = range(options.seed, options.seed + options.programs)
    start = time.monotonic()
    verdicts = 0
    failed = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for number, (seed, (compared, report)) in enumerate(zip(seeds, pool.map(reductions.try_program, seeds)), 1):
            verdicts += compared
            if report:
                failed.append(seed)
                print(report, flush=True)
            if number % 200 == 0:
                print(f"{number} programs, {verdicts} verdicts, {len(failed)} different, {time.monotonic() - start:.0f} s", flush=True)
    print(f"seeds {seeds.start} to {seeds.stop - 1}: {verdicts} verdicts, {len(failed)} programs with a difference")
    sys.exit(1 if failed else 0)


main()
