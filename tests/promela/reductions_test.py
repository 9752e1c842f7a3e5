#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random programs get the same verdicts as they are written and reduced. tests/campaigns/reductions.py runs more of them."""

import concurrent.futures
import os
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import compare  # noqa: E402
import reductions  # noqa: E402

SEEDS = range(1, 151)
SECONDS = 60  # on a machine that is busy otherwise, fewer programs are enough
ENOUGH = 200


def main():
    if not os.access(compare.PROGRAM, os.X_OK):
        print("skipped: no program")
        sys.exit(77)
    end = time.monotonic() + SECONDS
    verdicts = 0
    failed = []
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        tried = pool.map(lambda seed: reductions.try_program(seed) if time.monotonic() < end else (0, ""), SEEDS)
        for seed, (compared, report) in zip(SEEDS, tried):
            verdicts += compared
            if report:
                failed.append(seed)
                print(report, flush=True)
    print(f"{verdicts} verdicts compared, {len(failed)} programs with a difference")
    if failed:
        sys.exit(f"different: {failed}")
    if verdicts < ENOUGH:
        sys.exit(f"only {verdicts} verdicts were compared")


main()
