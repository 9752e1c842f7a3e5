# SPDX-License-Identifier: Apache-2.0
"""bench/reduction adds up what single models have, and says what it leaves out."""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
import program
from program import PROGRAM, ROOT, run_json

DVE = ROOT / "models" / "dve"


def reduction(*arguments):
    return subprocess.run([ROOT / "bench" / "reduction", "--lariat", PROGRAM, *map(str, arguments)], text=True, capture_output=True, timeout=300)


class Provisos(program.Case):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.beem = pathlib.Path(self.folder.name)
        rows = [("gone", self.beem / "gone.dve", 2000), ("token", DVE / "token_ring.dve", 160), ("abp", DVE / "alternating_bit.dve", 714),
                ("window", DVE / "sliding_window.dve", 30786)]
        text = "family,instance,states,dve_file\n" + "".join(f"{family},1,{states},{path}\n" for family, path, states in rows)
        (self.beem / "oracle.csv").write_text(text, encoding="utf-8")

    def test_sums(self):
        done = self.expect(reduction("--beem", self.beem, "--max-states", 1000, "--runs", 2, "--json"), 0)
        report = json.loads(done.stdout)
        self.assertEqual((report["models"], report["left_out"]), (["token.1", "abp.1"], []))
        rows = {row["proviso"]: row for row in report["rows"]}
        self.assertEqual((rows["Full"]["states"], rows["Full"]["states_percent"]), (160 + 714, 100))
        states = 0
        for name in ("token_ring", "alternating_bit"):
            for seed in (1, 2):
                answer, _ = run_json("explore", DVE / f"{name}.dve", "--por", "stubborn", "--proviso", "CondSource", "--order", seed, "--no-full")
                states += answer["statistics"]["states"] / 2
        self.assertAlmostEqual(rows["CondSource"]["states"], states)
        self.assertEqual([(one["model"], one["states"]) for one in report["each"]], [("token.1", 160), ("abp.1", 714)])
        self.assertAlmostEqual(sum(one["states"] * one["CondDest"] / 100 for one in report["each"]), rows["CondDest"]["states"])
        self.assertAlmostEqual(rows["CondSource"]["states_percent"], 100 * states / (160 + 714))

    def test_left_out(self):
        self.expect(reduction("--beem", self.beem, "--max-states", 2000, "--runs", 1, "--each"), 0, ["2 models", "left out: 1", "CondDest ", "abp.1 "], "gone.1: left out")

    def test_skips(self):
        self.expect(reduction("--beem", self.beem / "nothing"), 77, "skipped: there is no")
        self.expect(reduction("--beem", self.beem, "no such name"), 77, "skipped: no model")


@unittest.skipUnless(shutil.which("spin") and shutil.which("gcc"), "needs spin and gcc")
class Spin(program.Case):
    def test_one_model(self):
        report = json.loads(self.expect(reduction("--spin", "two_phase", "--json"), 0).stdout)
        row, = report["rows"]
        self.assertNotIn("reason", row)
        self.assertEqual(row["model"], "two_phase_commit")
        for name in ("stubborn", "plain", "plain_safety"):
            self.assertLessEqual(row[name], row["full"])


program.main()
