# SPDX-License-Identifier: Apache-2.0
"""The models of bench/peers and their sizes."""

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
    properties: tuple = ()  # properties of the file that hold
    depth: int = 1_000_000  # initial size of the stack of Spin's verifier; adjusted after the first run

    @property
    def name(self):
        return self.path.stem + "".join(f" {d}" for d in self.defines)


def own(name, *defines, properties=()):
    return Instance(BENCH / f"{name}.pml", defines, properties)


def beem(name):
    return Instance(BEEM / f"{name}.pm")


# About one to twenty million states, of different kinds.
MAIN = [
    own("cache_bus", "N=4"),
    own("dining_run", "N=11"),
    own("fischer_7"),
    own("garbage", "NODES=3", "SONS=2"),
    own("lamport_fast", "N=4"),
    own("leader_all", "N=6"),
    own("philosophers_9", "N=10"),
    own("sliding_window_3", "WINDOW=4", "NUMBERS=5", "ALL=20"),
    own("sorter", "N=5", "VALUES=4"),
    own("szymanski_7"),
    own("two_phase_commit", "N=3", "ROUNDS=3"),
    own("two_phase_commit", "N=4", "ROUNDS=1"),
]

# Models of BEEM of about that size, if BEEM is there.
BEEM_MAIN = [beem(name) for name in ("adding.3", "at.3", "bopdp.3", "fischer.4", "iprotocol.3", "krebs.3", "leader_filters.5",
                                     "peterson.4", "protocols.4", "rether.4")]

# Above five million states.
LARGE = [
    own("cache_bus", "N=4"),
    own("dining_run", "N=12"),
    own("sorter", "N=5", "VALUES=5"),
    own("two_phase_commit", "N=3", "ROUNDS=3"),
    beem("iprotocol.4"),
    beem("protocols.5"),
    beem("public_subscribe.2"),
    beem("rether.5"),
]

LTL = [
    own("cache_bus", properties=("one_owner",)),
    own("dining_run", "N=10", properties=("some_eat",)),
    own("elevator_3", properties=("gets_in", "gets_out")),
    own("fischer_7", properties=("time_waits",)),
    own("lamport_fast", "N=4", properties=("somebody",)),
    own("leader_all", properties=("one",)),
    own("mcs_4", properties=("no_starvation", "somebody_enters")),
    own("peterson_n_5", properties=("somebody_enters",)),
    own("sliding_window_3", properties=("delivers_if_oldest_gets_through",)),
    own("sorter", "N=5", "VALUES=3", properties=("ends",)),
    own("szymanski_7", properties=("no_starvation", "somebody_enters")),
    own("two_phase_commit", "N=3", "ROUNDS=2", properties=("answered",)),
]

# One family each, the smallest first: from half a million to twenty million states and more.
SCALING = [
    [own("dining_run", f"N={n}") for n in (10, 11, 12, 13)],
    [own("sorter", "N=5", f"VALUES={n}") for n in (3, 4, 5, 6)],
]


def chosen(instances, names):
    """The models whose files exist and, if names are given, whose names contain one of them."""
    return [i for i in instances if i.path.exists() and (not names or any(n in i.name for n in names))]


def small():
    """The example models below 100,000 states."""
    return [Instance(path, depth=10_000) for path in sorted(SMALL.glob("*.pml"))]
