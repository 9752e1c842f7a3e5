# SPDX-License-Identifier: Apache-2.0
"""Counts and verdicts depend neither on the store nor on the number of threads."""
import json
import os
import pathlib
import subprocess
import unittest

ROOT = pathlib.Path(os.environ["LARIAT_SOURCE_DIR"])
PROGRAM = os.environ["LARIAT_PROGRAM"]
COUNTS = ["states", "transitions", "post_calls", "deadlocks", "levels", "max_out_degree", "errors"]
WAYS = [["--store", store, "--threads", threads] for store in ("exact", "tree") for threads in ("1", "2", "5")]


def run(*arguments):
    result = subprocess.run([PROGRAM, *arguments, "--json", "--progress", "none"], capture_output=True, text=True, check=False)
    return result.returncode, json.loads(result.stdout)


class Stores(unittest.TestCase):
    def test_counts(self):
        models = sorted(ROOT.glob("models/promela/*.pml")) + sorted(ROOT.glob("models/dve/*.dve"))
        models += [ROOT / "models/bench/sliding_window_3.pml", ROOT / "models/bench/mcs_4.dve"]
        self.assertGreater(len(models), 40)
        for model in models:
            first = None
            for way in WAYS:
                _, answer = run("explore", str(model), *way)
                self.assertTrue(answer["complete"], model)
                counts = {name: answer["statistics"][name] for name in COUNTS}
                first = first or counts
                self.assertEqual(counts, first, f"{model} {way}")

    def test_varying_lengths_and_hidden_bytes(self):
        source = """
            hidden int scratch; chan c = [3] of { byte, pid }; byte n;
            proctype worker(byte k) { scratch = k; c ! k, _pid; n = n + 1; c ? _, _; scratch = n }
            init { byte i; do :: i < 5 -> run worker(i); i++ :: break od }
        """
        path = pathlib.Path(os.environ["LARIAT_BUILD_DIR"]) / "stores_test.pml"
        path.write_text(source, encoding="utf-8")
        answers = [run("explore", str(path), *way)[1]["statistics"] for way in WAYS]
        self.assertGreater(answers[0]["states"], 10_000)
        for answer in answers:
            self.assertEqual([answer[name] for name in COUNTS], [answers[0][name] for name in COUNTS])

    def test_runs_are_as_short(self):
        for model, question in [("models/bench/philosophers_9.dve", ["--deadlock"]),
                                ("models/bench/mcs_4.dve", ["--reach", "P_0.critical && P_1.wait"]),
                                ("models/dve/hyman.dve", ["--invariant", "P_0.critical + P_1.critical <= 1"]),
                                ("models/promela/needham_schroeder.pml", [])]:
            found = []
            for way in WAYS:
                _, answer = run("check", str(ROOT / model), *question, *way)
                found.append([(p["verdict"], len(p["lasso"]["stem"]) if p["verdict"] == "violated" and p.get("lasso") else 0)
                              for p in answer["properties"]])
            self.assertTrue(all(f == found[0] for f in found), f"{model}: {found}")

    def test_unreached(self):
        def unreached(way):
            _, answer = run("check", str(ROOT / "models/promela/sliding_window.pml"), "--assert", "--unreached", *way)
            return json.dumps(answer.get("unreached", answer["properties"][0].get("unreached")))
        self.assertEqual({unreached(way) for way in WAYS}, {unreached(WAYS[0])})

    def test_memory_limit(self):
        for way in WAYS:
            limit = 16 << 20 if "tree" not in way else 9 << 20
            code, answer = run("explore", str(ROOT / "models/bench/philosophers_9.pml"), "--max-memory", str(limit), *way)
            self.assertEqual(code, 3, way)
            self.assertFalse(answer["complete"])
            self.assertIn("memory", answer["reason"])
            self.assertGreater(answer["statistics"]["states"], 1000)
            self.assertLess(answer["statistics"]["store_bytes"], limit, way)

    def test_state_limit(self):
        for way in WAYS:
            code, answer = run("explore", str(ROOT / "models/bench/philosophers_9.pml"), "--max-states", "5000", *way)
            self.assertEqual(code, 3, way)
            self.assertIn("limit of states", answer["reason"])
            threads = int(way[-1])
            self.assertLessEqual(answer["statistics"]["states"], 5000 + threads, way)


if __name__ == "__main__":
    unittest.main()
