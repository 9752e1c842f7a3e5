# SPDX-License-Identifier: Apache-2.0
"""Asks `lariat engines` whether compiled code and the interpreter agree about models."""

import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(os.environ.get("LARIAT_SOURCE_DIR", pathlib.Path(__file__).resolve().parents[2]))
PROGRAM = os.environ.get("LARIAT_PROGRAM", str(ROOT / "build/release/bin/lariat"))

sys.path.insert(0, str(ROOT / "tests" / "promela"))
import differential  # noqa: E402
import programs  # noqa: E402


def random_programs(seeds, folder):
    """Writes the random programs of tests/promela into files."""
    paths = []
    for seed in seeds:
        path = pathlib.Path(folder) / f"random_{seed}.pml"
        path.write_text(str(programs.random_program(seed, differential.has_property(seed))))
        paths.append(path)
    return paths


class Comparison:
    """The results of comparing many models."""

    def __init__(self):
        self.compared = self.states = self.given_up = 0
        self.refused, self.different, self.missing = [], [], False

    def add(self, paths, *options, timeout=600):
        """Compares the models, in groups, so that LLVM is loaded once for each."""
        paths = [str(path) for path in paths]
        for begin in range(0, len(paths), 40):
            group = paths[begin:begin + 40]
            run = subprocess.run([PROGRAM, "engines", "--json", *options, *group], capture_output=True, text=True, timeout=timeout)
            if run.returncode not in (0, 70) or not run.stdout:
                if len(group) == 1:
                    self.refused.append((group[0], run.stderr.strip().splitlines()[-1] if run.stderr else f"exit code {run.returncode}"))
                    continue
                for path in group:  # one that is no model spoils its group
                    self.add([path], *options, timeout=timeout)
                continue
            for row in json.loads(run.stdout)["rows"]:
                if "difference" in row:
                    self.different.append((row["input"], row["difference"]))
                elif "obstacle" in row:
                    self.missing |= row["obstacle"].startswith("LLVM cannot be loaded")
                    self.refused.append((row["input"], row["obstacle"]))
                else:
                    self.compared += 1
                    self.states += row["states"]
                    self.given_up += row["given_up"]

    def summary(self):
        return (f"{self.compared} models alike in {self.states} states, {self.given_up} of them left to the interpreter; "
                f"{len(self.refused)} not compiled; {len(self.different)} different")
