#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What random programs have found: short models, with the states and transitions that Spin's verifier counts. It counts the initial
state among the transitions. The figures of counts.txt, which counts_test.cpp expects, are asked of Spin as well."""

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


class Found(program.Case):
    def test_found(self):
        for text, expected in entries("found.txt"):
            with self.subTest(text=text), spin.folder_with(text) as folder:
                found = program.run_json("explore", folder / "m.pml")[0]["statistics"]
                self.assertEqual((found["states"], found["transitions"] + 1), expected)

    @program.unittest.skipUnless(spin.is_here(), f"no Spin {spin.VERSION} or no C compiler")
    def test_spin_agrees(self):
        for name in ("counts.txt", "found.txt"):
            for text, expected in entries(name):
                with self.subTest(text=text), spin.folder_with(text) as folder:
                    self.assertEqual(spin.count(folder, with_claim="never" in text), expected)


if __name__ == "__main__":
    program.main()
