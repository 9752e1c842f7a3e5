#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random Promela programs, given to Spin's verifier and to lariat.

    tests/campaigns/promela.py --programs 20000 --seed 1 --jobs 2 --output build/promela

A program is known by its number, the seed; a run takes the numbers from --seed on. What the two differ about is made as small as
it goes, and saved in the folder as <seed>.pml. Ten programs a second are usual. Ends with 1 if there was a difference."""

import argparse
import collections
import concurrent.futures
import os
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "promela"))
import differential  # noqa: E402
import programs  # noqa: E402
import compare  # noqa: E402
import spin  # noqa: E402


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--programs", type=int, default=20_000, metavar="N", help="how many [20000]")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="the number of the first one [1]")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="programs at a time [1]")
    parser.add_argument("--output", type=pathlib.Path, metavar="FOLDER", help="for what they differ about")
    parser.add_argument("--no-shrink", action="store_true", help="leave programs as they are")
    parser.add_argument("--print", action="store_true", help="print the programs, and do nothing else")
    return parser.parse_args()


def main():
    options = parse_arguments()
    seeds = range(options.seed, options.seed + options.programs)
    if options.print:
        for seed in seeds:
            print(f"// seed {seed}\n{programs.random_program(seed, differential.has_property(seed))}\n")
        return
    if not os.access(compare.PROGRAM, os.X_OK):
        sys.exit(f"no program {compare.PROGRAM}")
    if not spin.is_here():
        sys.exit(f"no Spin {spin.VERSION} or no C compiler")
    if options.output:
        options.output.mkdir(parents=True, exist_ok=True)
    start = time.monotonic()
    kinds = collections.Counter()
    states = 0
    failed = []
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        results = pool.map(differential.try_program, seeds, [not options.no_shrink] * len(seeds), chunksize=4)
        for number, result in enumerate(results, 1):
            kinds[result.outcome.verdict if result.outcome.verdict != "skipped" else result.outcome.kind] += 1
            states += result.outcome.states
            if result.report:
                failed.append(result.seed)
                print(result.report, flush=True)
                if options.output:
                    (options.output / f"{result.seed}.pml").write_text(result.report, encoding="utf-8")
            if number % 500 == 0:
                print(f"{number} programs, up to {result.seed}: {kinds['same']} alike, {len(failed)} different, "
                      f"{states:,} states, {time.monotonic() - start:.0f} s", flush=True)
    for kind, count in kinds.most_common():
        print(f"{count:7}  {kind}")
    print(f"seeds {seeds.start} to {seeds.stop - 1}: {kinds['same']} alike, {len(failed)} different, {states:,} states, "
          f"{time.monotonic() - start:.0f} s")
    if failed:
        sys.exit(f"they differ about the programs {failed}")


if __name__ == "__main__":
    main()
