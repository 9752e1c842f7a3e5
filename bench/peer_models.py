# SPDX-License-Identifier: Apache-2.0
"""Which models bench/peers measures with, and at which sizes."""

import dataclasses
import pathlib

ROOT = pathlib.Path(__file__).resolve().parent.parent
BENCH = ROOT / "models" / "bench"
SMALL = ROOT / "models" / "promela"
BEEM = ROOT.parent / "shared" / "beem" / "promela"


@dataclasses.dataclass(frozen=True)
class Instance:
    """A model, and the macros that make it as large as wanted."""

    path: pathlib.Path
    defines: tuple = ()
    depth: int = 100_000  # where the stack of Spin's verifier begins; it is enlarged as needed
    properties: tuple = ()  # of the file, that hold

    @property
    def name(self):
        return self.path.stem + "".join(f" {d}" for d in self.defines)


def own(name, *defines, depth=100_000, properties=()):
    return Instance(BENCH / f"{name}.pml", defines, depth, properties)


# 0.7 to 20 million states, of different kinds.
MAIN = [
    own("elevator_3"),
    own("fischer_7"),
    own("mcs_4"),
    own("peterson_n_5"),
    own("philosophers_9"),
    own("sliding_window_3"),
    own("szymanski_7"),
]

# The same from BEEM, where it is there.
BEEM_MAIN = [Instance(BEEM / f"{name}.pm") for name in ("adding.3", "at.3")]

# Properties that hold, on instances of a few hundred thousand states and more.
LTL = [
    own("elevator_3", properties=("gets_in", "gets_out")),
    own("fischer_7", properties=("time_waits",)),
    own("mcs_4", properties=("no_starvation", "somebody_enters")),
    own("peterson_n_5", properties=("somebody_enters",)),
    own("sliding_window_3", properties=("delivers_if_oldest_gets_through",)),
    own("szymanski_7", properties=("no_starvation", "somebody_enters")),
]

# One family each, smallest first.
SCALING = []


def chosen(instances, names):
    """Those that are there and, if names are given, contain one of them."""
    return [i for i in instances if i.path.exists() and (not names or any(n in i.name for n in names))]


def small():
    """The models that are examples, below 100,000 states."""
    return [Instance(path, depth=10_000) for path in sorted(SMALL.glob("*.pml"))]
