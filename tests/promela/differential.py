# SPDX-License-Identifier: Apache-2.0
"""A random program with a number, given to Spin and to lariat; and what remains of it if they differ."""

import dataclasses
import time

import compare
import programs
import trees

SHRINK_SECONDS = 120


@dataclasses.dataclass
class Result:
    seed: int
    outcome: compare.Outcome
    report: str = ""  # if they differ: the small program, and both answers


def has_property(seed):
    """Every fourth program has a claim or a formula."""
    return seed % 4 == 3


def try_program(seed, shrinks=True):
    tree = programs.random_program(seed, has_property(seed))
    outcome = compare.compare(str(tree), has_property(seed))
    if outcome.verdict != "differs":
        return Result(seed, outcome)
    if shrinks:
        outcome = shrink(tree, outcome, has_property(seed))
    report = (f"// seed {seed}: {outcome.kind}\n{tree}\n/* Spin:\n{outcome.spin}\n\nlariat:\n{outcome.lariat}\n*/\n")
    return Result(seed, outcome, report)


def shrink(tree, outcome, with_property):
    """Makes the tree as small as it goes with a difference of the same kind; the outcome of what is left."""
    end = time.monotonic() + SHRINK_SECONDS
    last = outcome

    def is_wanted(smaller):
        nonlocal last
        if time.monotonic() > end:
            return False
        found = compare.compare(str(smaller), with_property)
        if found.verdict != "differs" or found.kind != outcome.kind:
            return False
        last = found
        return True

    trees.shrink(tree, is_wanted)
    return last
