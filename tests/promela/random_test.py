#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random programs, which Spin's verifier and lariat must understand alike: states, transitions, errors, properties.

tests/campaigns/promela.py runs more of them, and any by its number."""

import concurrent.futures
import os
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import differential  # noqa: E402
import compare  # noqa: E402
import spin  # noqa: E402

SEEDS = range(1, 361)
SECONDS = 120  # on a machine that is busy otherwise, fewer programs are enough
ENOUGH = 100


def main():
    if not os.access(compare.PROGRAM, os.X_OK):
        print("skipped: no program")
        sys.exit(77)
    if not spin.is_here():
        print(f"skipped: no Spin {spin.VERSION} or no C compiler; scripts/setup installs them")
        sys.exit(77)
    end = time.monotonic() + SECONDS
    same = skipped = 0
    failed = []
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for result in pool.map(lambda seed: differential.try_program(seed) if time.monotonic() < end else None, SEEDS):
            if result is None:
                continue
            same += result.outcome.verdict == "same"
            skipped += result.outcome.verdict == "skipped"
            if result.report:
                failed.append(result.seed)
                print(result.report, flush=True)
    print(f"{same} programs alike, {skipped} that cannot be compared, {len(failed)} different")
    if failed:
        sys.exit(f"they differ about the programs {failed}: tests/campaigns/promela.py --seed N --programs 1")
    if same < ENOUGH:
        sys.exit(f"only {same} programs were compared")


main()
