#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compiled code computes the interpreter's successors in every state that is compared: of our models, of the models that use every
construct, and of random programs. tests/campaigns/engines.py looks at more."""

import os
import pathlib
import sys
import tempfile

import agreement
from agreement import ROOT

SEEDS = range(1, 201)

# d_steps of more actions than there is room for at first, in states that are not the first successor.
LONG_D_STEPS = """byte a[60]; byte n;
active [8] proctype P() {
  byte i;
  do
  :: n < 2 -> d_step { n++; i = 0; do :: i < 60 -> a[i] = a[i] + _pid + 1; i++ :: else -> break od; i = 0 }
  :: n < 2 -> d_step { n++; i = 0; do :: i < 60 -> a[59 - i] = a[i] + _pid; i++ :: else -> break od; i = 0 }
  od
}
"""


def main():
    if not os.access(agreement.PROGRAM, os.X_OK):
        print("skipped: no program")
        sys.exit(77)
    models = [*sorted((ROOT / "models").glob("*/*.dve")), *sorted((ROOT / "models").glob("*/*.pml"))]
    corpus = sorted((ROOT / "tests/promela/corpus").glob("*.pml"))
    comparison = agreement.Comparison()
    with tempfile.TemporaryDirectory() as folder:
        long_d_steps = pathlib.Path(folder, "long_d_steps.pml")
        long_d_steps.write_text(LONG_D_STEPS)
        models.append(long_d_steps)
        os.environ["LARIAT_CACHE_DIR"] = folder + "/cache"
        comparison.add(models, "--max-states", "3000")
        if comparison.missing:
            print("skipped: no LLVM; scripts/setup installs it")
            sys.exit(77)
        comparison.add(models[:20], "--max-states", "1000")  # from the cache
        comparison.add(corpus, "--max-states", "2000", "--quick", "--no-cache")
        comparison.add(corpus[:40], "--max-states", "1000", "--no-cache")
        comparison.add(agreement.random_programs(SEEDS, folder), "--max-states", "1000", "--quick", "--no-cache")
    print(comparison.summary())
    for path, reason in comparison.refused:
        print(f"  not compiled: {path}: {reason}")
    for path, difference in comparison.different:
        print(f"  DIFFERENT: {path}: {difference}")
    if comparison.different:
        sys.exit(1)
    if comparison.compared < 200 or comparison.given_up > comparison.states / 4:
        sys.exit("too few states were compiled code's own")


main()
