# SPDX-License-Identifier: Apache-2.0
"""The program under mpirun gives the answers of one process: counts, verdicts, lengths of shortest runs, exit codes, messages.

Skipped where mpirun or lariat-mpi is missing."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(os.environ.get("LARIAT_SOURCE_DIR") or pathlib.Path(__file__).resolve().parents[2])
sys.path.insert(0, str(ROOT / "tests" / "cli"))

import program  # noqa: E402
from program import PROGRAM, run_json  # noqa: E402

DVE = ROOT / "models" / "dve"
PROMELA = ROOT / "models" / "promela"
BEEM = ROOT.parent / "shared" / "beem" / "dve"
MPIRUN = ["mpirun", "--oversubscribe", *(["--allow-run-as-root"] if os.geteuid() == 0 else [])]
COUNTS = ("states", "transitions", "post_calls", "deadlocks", "levels", "max_out_degree", "errors")


def run_ranks(ranks, *arguments):
    return subprocess.run([*MPIRUN, "-n", str(ranks), PROGRAM, *map(str, arguments)], stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, timeout=120)


class Ranks(program.Case):
    def compare_counts(self, model, ranks, *options):
        done = run_ranks(ranks, "explore", model, "--json", *options)
        expected, code = run_json("explore", model, *options)
        self.assertEqual(done.returncode, code, done.stderr)
        found = json.loads(done.stdout)
        self.assertEqual([found["statistics"][name] for name in COUNTS], [expected["statistics"][name] for name in COUNTS], model)
        self.assertEqual(len(found["ranks"]), ranks)
        self.assertEqual(sum(rank["states"] for rank in found["ranks"]), found["statistics"]["states"])
        return found

    def test_counts(self):
        for ranks, model in ((1, DVE / "peterson.dve"), (2, DVE / "bakery.dve"), (3, PROMELA / "chang_roberts.pml"), (5, DVE / "brp.dve")):
            with self.subTest(model=model, ranks=ranks):
                self.compare_counts(model, ranks)

    def test_tree_store(self):
        self.compare_counts(DVE / "bakery.dve", 2, "--store", "tree")

    def test_counts_of_beem(self):
        if not BEEM.exists():
            self.skipTest(f"no models in {BEEM}")
        for ranks, name in ((2, "adding.1.dve"), (3, "at.1.dve")):
            path = next(iter(sorted(BEEM.rglob(name))), None)
            if path is not None:
                self.compare_counts(path, ranks)

    def compare_verdicts(self, ranks, *arguments):
        done = run_ranks(ranks, "check", "--json", *arguments)
        expected, code = run_json("check", *arguments)
        self.assertEqual(done.returncode, code, done.stderr)
        found = json.loads(done.stdout)
        lassos = 0
        for here, there in zip(found.get("models", [found]), expected.get("models", [expected]), strict=True):
            for one, other in zip(here["properties"], there["properties"], strict=True):
                self.assertEqual(one["verdict"], other["verdict"], (here["input"], one["name"]))
                lassos += one["verdict"] == "violated" and one["kind"] == "ltl"
        return lassos

    def test_verdicts(self):
        self.compare_verdicts(2, *sorted(PROMELA.glob("[a-p]*.pml"))[:12])
        self.compare_verdicts(3, DVE / "dekker_property.dve", DVE / "peterson_property.dve", DVE / "philosophers.dve")

    def test_fairness_and_names_of_searches(self):
        lassos = 0
        for options in ([], ["--fair"], ["--fair", "--algorithm", "owcty"]):
            lassos += self.compare_verdicts(3, DVE / "peterson.dve", "--ltl", "G F P_0.critical", *options)
        self.assertGreater(lassos, 0, "the formula is never violated")

    def test_shortest_runs(self):
        model = DVE / "peterson.dve"
        question = ["check", model, "--reach", "P_0.critical", "--json"]
        found = json.loads(run_ranks(3, *question).stdout)["properties"][0]
        expected = run_json(*question[:-1])[0]["properties"][0]
        self.assertGreater(len(expected["lasso"]["stem"]), 0)
        self.assertEqual(len(found["lasso"]["stem"]), len(expected["lasso"]["stem"]))

    def test_text(self):
        done = run_ranks(2, "explore", DVE / "peterson.dve")
        self.assertEqual(done.returncode, 0, done.stderr)
        expected = program.run("explore", DVE / "peterson.dve").stdout

        def rows(text):
            return [line for line in text.splitlines() if not re.match(r"  (memory|time|ranks|state) ", line)]

        self.assertEqual(rows(done.stdout), rows(expected))

    def test_refused_options(self):
        for options, word in ((["--por", "ample", "--proviso", "Terminal"], "Rank"), (["--threads", "2"], "--threads"), (["--bitstate", "20"], "--bitstate"),
                              (["--algorithm", "ascc", "--ltl", "F false"], "owcty")):
            done = run_ranks(2, "check", DVE / "peterson.dve", *options)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn(word, done.stdout + done.stderr)

    def test_bad_input_is_told_once(self):
        done = run_ranks(3, "check", DVE / "no_such_model.dve")
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stderr.count("no_such_model.dve:"), 1, done.stderr)

    def test_ranks_with_other_models(self):
        with tempfile.TemporaryDirectory() as folder:
            other = pathlib.Path(folder) / "peterson.dve"
            other.write_text((DVE / "peterson.dve").read_text(encoding="utf-8") + "\n", encoding="utf-8")
            done = subprocess.run([*MPIRUN, "-n", "1", PROGRAM, "explore", DVE / "peterson.dve",
                                   ":", "-n", "1", PROGRAM, "explore", other], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn("rank 1 has another model", done.stderr)
            # A rank that cannot read its model ends, and the others with it.
            done = subprocess.run([*MPIRUN, "-n", "1", PROGRAM, "explore", DVE / "peterson.dve",
                                   ":", "-n", "1", PROGRAM, "explore", other.with_name("none.dve")], stdin=subprocess.DEVNULL,
                                  capture_output=True, text=True, timeout=60)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn("rank 1 has come to its end", done.stderr)


class WithoutMpi(program.Case):
    def test_program_alone(self):
        """Without lariat-mpi beside it, the program says what is missing; it does not itself need MPI."""
        with tempfile.TemporaryDirectory() as folder:
            alone = shutil.copy(PROGRAM, folder)
            for size, code in (("2", 2), ("1", 0)):
                done = subprocess.run([alone, "explore", DVE / "peterson.dve"], capture_output=True, text=True,
                                      env={**os.environ, "OMPI_COMM_WORLD_SIZE": size, "OMPI_COMM_WORLD_RANK": "0"}, timeout=60)
                self.assertEqual(done.returncode, code, done.stderr)
                self.assertEqual("lariat-mpi cannot be started" in done.stderr, code == 2)
        self.assertNotIn(b"libmpi", pathlib.Path(PROGRAM).read_bytes())


def skip_without_mpi():
    if not os.access(PROGRAM, os.X_OK):
        print("skipped: no program")
        sys.exit(77)
    if shutil.which("mpirun") is None or not os.access(pathlib.Path(PROGRAM).with_name("lariat-mpi"), os.X_OK):
        print("skipped: no mpirun, or no lariat-mpi beside the program")
        sys.exit(77)
    probe = subprocess.run([*MPIRUN, "-n", "2", "true"], capture_output=True, text=True, timeout=120)
    if probe.returncode != 0:
        print("skipped: mpirun starts no processes on this machine:\n" + probe.stdout + probe.stderr)
        sys.exit(77)


if __name__ == "__main__":
    skip_without_mpi()
    unittest.main()
