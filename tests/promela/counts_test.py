#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How many states and transitions short models have, by Spin's verifier: counts.txt, and found.txt, which random programs found.

Spin counts the initial state among the transitions. Of a model with a claim, the states are those of both together."""

import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "cli")]
import program  # noqa: E402
import spin  # noqa: E402


def entries(name):
    for entry in (HERE / name).read_text(encoding="utf-8").split("---\n"):
        text, figures = entry.split("!!! ")
        yield text, tuple(map(int, figures.strip().split("/")))


class Counts(program.Case):
    def check_all(self, name):
        for text, expected in entries(name):
            with self.subTest(text=text), spin.folder_with(text) as folder:
                if "never" in text:
                    report = program.run_json("check", folder / "m.pml")[0]["properties"][0]
                else:
                    report = program.run_json("explore", folder / "m.pml")[0]
                found = report["statistics"]
                self.assertEqual(found["states"], expected[0])
                if "never" not in text:  # Spin's claims move twice where nothing else does
                    self.assertEqual(found["transitions"] + 1, expected[1])

    def test_counts(self):
        self.check_all("counts.txt")

    def test_found(self):
        self.check_all("found.txt")

    @program.unittest.skipUnless(spin.is_here(), f"no Spin {spin.VERSION} or no C compiler")
    def test_spin_agrees(self):
        for name in ("counts.txt", "found.txt"):
            for text, expected in entries(name):
                with self.subTest(text=text), spin.folder_with(text) as folder:
                    self.assertEqual(spin.count(folder, with_claim="never" in text), expected)


if __name__ == "__main__":
    program.main()
