# SPDX-License-Identifier: Apache-2.0
"""bench/peers runs, agrees with Spin, and would notice if it did not."""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
import program
from program import PROGRAM, ROOT

if not shutil.which("spin") or not shutil.which("gcc"):
    print("skipped: needs spin and gcc")
    sys.exit(77)


def peers(*arguments, lariat=PROGRAM):
    done = subprocess.run([ROOT / "bench" / "peers", "--runs", "1", "--lariat", lariat, *arguments], text=True, capture_output=True, timeout=300)
    return done.stdout, done.returncode


class Peers(program.Case):
    def test_small(self):
        text, code = peers("--what", "small", "--json", "token_ring")
        self.assertEqual(code, 0)
        report = json.loads(text)
        row, = report["rows"]
        self.assertEqual((report["what"], report["same"], row["model"], row["states"]), ("small", True, "token_ring", 160))
        self.assertAlmostEqual(row["total"], row["lariat_total"] / row["spin_total"])

    def test_notices_other_numbers(self):
        """A program that leaves out a state is found out."""
        with tempfile.TemporaryDirectory() as folder:
            liar = pathlib.Path(folder, "lariat")
            liar.write_text(f'#!/bin/sh\n"{PROGRAM}" "$@" | sed \'s/"states": *160/"states": 159/\'\n', encoding="utf-8")
            liar.chmod(0o755)
            text, code = peers("--what", "small", "token_ring", lariat=str(liar))
        self.assertEqual(code, 1)
        self.assertIn("spin has 160 states", text)

    def test_usage(self):
        self.assertEqual(peers("--what", "nothing")[1], 2)
        self.assertNotEqual(peers(lariat="/no/such/program")[1], 0)


program.main()
