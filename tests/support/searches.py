# SPDX-License-Identifier: Apache-2.0
"""The searches by the table of docs/algorithms.md, which tests/search/algorithms_test.cpp compares with the program's own table."""

import os
import pathlib
import re

ROOT = pathlib.Path(os.environ.get("LARIAT_SOURCE_DIR") or pathlib.Path(__file__).resolve().parents[2])


def read_table():
    """{name: (what it takes, bound on calls of post per state)}; the bound is None if it depends on the number of sets."""
    rows = re.findall(r"(?m)^\| `([a-z0-9-]+)` \| ([^|]+) \| (?:≤ )?([^|]+) \|", (ROOT / "docs" / "algorithms.md").read_text(encoding="utf-8"))
    return {name: (takes.split(";")[0].strip(), int(posts) if posts.strip().isdigit() else None) for name, takes, posts in rows}


def read_shared():
    """The searches for several threads, which stand apart in the program's list."""
    return re.findall(r"(?m)^\| `([a-z0-9-]+)` \| [^|]*; several threads \|", (ROOT / "docs" / "algorithms.md").read_text(encoding="utf-8"))


TABLE = read_table()
ALGORITHMS = list(TABLE)
PARALLEL = read_shared()
assert len(ALGORITHMS) > 10, "the table of docs/algorithms.md is not read"
# Searches that need one acceptance set on states, and degeneralise other automata; sd and reach refuse those.
ONE_SET = [name for name, (takes, _) in TABLE.items() if takes == "accepting states"]
# Searches that need a weak or a terminal automaton.
SPECIAL = [name for name, (takes, _) in TABLE.items() if takes.endswith("automata")]
# Searches for any number of acceptance sets.
GENERALISED = [name for name in ALGORITHMS if name not in ONE_SET + SPECIAL]
# Searches for any automaton that can be combined with partial-order reduction.
REDUCIBLE = [name for name in ONE_SET + GENERALISED
             if not name.startswith("cvwy") and name not in PARALLEL and name not in ("owcty", "map", "owcty-map")]
