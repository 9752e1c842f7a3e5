# SPDX-License-Identifier: Apache-2.0
"""lariat bench peers: agrees with Spin, notices a tool that says something else, and says if Spin is missing."""

import csv
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
import program  # noqa: E402
from program import PROGRAM, ROOT, environment, run, run_json  # noqa: E402

HAS_SPIN = bool(shutil.which("spin") and shutil.which("gcc"))

# A verifier that says what it was told to, for tests of what is made of it.
LIAR = """#!/bin/sh
cat >pan <<'END'
#!/bin/sh
echo "State-vector 20 byte, depth reached 9, errors: {errors}"
echo "      {states} states, stored"
echo "    0.5 actual memory usage for states"
echo "  129.0 total actual memory usage"
echo "pan: elapsed time 1 seconds"
END
chmod +x pan
"""


class Peers(program.Case):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.models = self.folder / "models"
        self.models.mkdir()
        (self.models / "token_ring.pml").write_bytes((ROOT / "models" / "promela" / "token_ring.pml").read_bytes())

    def arguments(self, *more, parts="explore,ltl"):
        return ["bench", "peers", "--models", str(self.models), "--out", str(self.folder / "out"), "--parts", parts, *map(str, more)]

    def rows(self):
        with (self.folder / "out" / "peers.csv").open(newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    def path_with(self, **programs):
        """A PATH with these scripts before the programs of the system."""
        tools = self.folder / "tools"
        tools.mkdir()
        for name, text in programs.items():
            (tools / name).write_text(text, encoding="utf-8")
            (tools / name).chmod(0o755)
        return {"PATH": f"{tools}:{os.environ['PATH']}"}

    @unittest.skipUnless(HAS_SPIN, "needs spin and gcc")
    def test_agrees_with_spin(self):
        report, code = run_json(*self.arguments("--runs", 2))
        self.assertEqual(code, 0)
        self.assertTrue(all(claim["holds"] for claim in report["claims"]), report["claims"])
        rows = self.rows()
        self.assertEqual(len(rows), 2 * 2 * 4)  # two runs of both tools: the space, and three properties
        for row in rows:
            self.assertEqual((row["outcome"], row["sha256"]), ("done", rows[0]["sha256"]), row)
        self.assertEqual({row["states"] for row in rows if row["variant"].startswith("explore")}, {"160"})
        verdicts = {(row["subject"], row["verdict"]) for row in rows if row["variant"].startswith("ltl")}
        self.assertEqual(len(verdicts), 3)
        self.assertIn(("token_ring.pml:entered_again", "violated"), verdicts)
        again = next(row for row in rows if row["variant"] == "explore spin")
        with tempfile.TemporaryDirectory() as folder:
            told = subprocess.run(["sh", "-c", again["command"]], cwd=folder, capture_output=True, text=True, check=False).stdout
        self.assertRegex(told, r"160 states, stored")
        self.assertFalse((self.folder / "out" / ".work").exists())

    @unittest.skipUnless(HAS_SPIN, "needs spin and gcc")
    def test_every_part(self):
        self.expect(run(*self.arguments(parts="stores,usual,reduction,threads,scaling")), 0,
                    stdout=["-DCOLLAPSE", "As users call the tools", "-o1 -o2 -o3", "2 threads s", "ns/state"])
        rows = {row["variant"]: row for row in self.rows()}
        self.assertEqual({row["outcome"] for row in rows.values()}, {"done"})
        self.assertEqual(rows["reduction none"]["states"], "160")
        self.assertLess(float(rows["reduction stubborn"]["states"]), 160)
        self.assertLessEqual(float(rows["reduction plain safety"]["states"]), 160)

    def test_notices_other_numbers_and_verdicts(self):
        """A tool that leaves out a state, or finds an error in what holds, is found out."""
        path = self.path_with(spin="#!/bin/sh\ntrue\n", gcc=LIAR.format(states=159, errors=1))
        done = run(*self.arguments(), env=environment(**path))
        self.expect(done, 70, stdout=["does not hold here: lariat and Spin find the same number of states", "spin 159)",
                                      "DOES NOT HOLD: lariat and Spin give the same verdict"])

    def test_a_tool_that_fails_is_a_row(self):
        path = self.path_with(spin="#!/bin/sh\necho 'spin: x.pml:1, Error: syntax error'\nexit 1\n", gcc="#!/bin/sh\nexit 1\n")
        self.expect(run(*self.arguments(parts="explore"), env=environment(**path)), 0, stdout="Error: syntax error")
        self.assertEqual([row["outcome"] for row in self.rows()], ["done", "error"])
        (self.folder / "tools" / "spin").write_text("#!/bin/sh\ntrue\n", encoding="utf-8")
        (self.folder / "tools" / "gcc").write_text(LIAR.format(states=160, errors=0), encoding="utf-8")
        self.expect(run(*self.arguments("--resume", parts="explore"), env=environment(**path)), 0)
        self.assertEqual([row["outcome"] for row in self.rows()], ["done", "done"])  # the failed run was done again

    def test_says_that_spin_is_missing(self):
        self.expect(run(*self.arguments(parts="explore"), env=environment(PATH=str(self.folder))), 0,
                    stdout=["There is no row of Spin here", "gcc, timeout"])
        self.assertEqual([row["variant"] for row in self.rows()], ["explore lariat"])

    def test_a_killed_call_leaves_nothing_behind(self):
        """The folder of a run that was killed is removed by the next call, and the run is done again."""
        slow = LIAR.format(states=160, errors=0).replace('#!/bin/sh\necho "State', '#!/bin/sh\nsleep 30\necho "State')
        path = self.path_with(spin="#!/bin/sh\ntrue\n", gcc=slow)
        left = self.folder / "out" / ".work" / "left"
        for how in (signal.SIGKILL, signal.SIGINT):
            with subprocess.Popen([PROGRAM, *self.arguments("--resume", parts="explore")], stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL, env=environment(**path)) as child:
                for _ in range(400):
                    if list(self.folder.glob("out/.work/*/pan")) and not left.exists():
                        break
                    time.sleep(0.02)
                child.send_signal(how)
            if how == signal.SIGKILL:
                left.mkdir()  # beside what the killed run left
        self.assertFalse((self.folder / "out" / ".work").exists())  # SIGINT leaves time to tidy up
        (self.folder / "tools" / "gcc").write_text(LIAR.format(states=160, errors=0), encoding="utf-8")
        self.expect(run(*self.arguments("--resume", parts="explore"), env=environment(**path)), 0)
        self.assertEqual([(row["outcome"], row["states"]) for row in self.rows()], [("done", "160")] * 2)

    def test_sizes_of_formulas(self):
        sizes = self.folder / "sizes"
        sizes.mkdir()
        (sizes / "own.csv").write_text('formula,tgba_states,tgba_edges,ba_states,ba_edges\nG p,1,1,1,1\nF p,9,9,1,1\n"G p",1,1,,\nG (,1,1,1,1\n',
                                       encoding="utf-8")
        arguments = self.arguments("--ltl-sizes", sizes, parts="translation")
        done = self.expect(run(*arguments), 0)
        ours = {(row["subject"], row["variant"]): (row["states"], row["transitions"]) for row in self.rows()}
        self.assertEqual((ours["own: F p", "tgba"], ours["own: F p", "tgba reference"]), (("2", "3"), ("9", "9")))
        self.assertRegex(done.stdout, r"own +ba +2 +3 +2 +4 +2 +1 +0 ")  # formulas; states, edges and theirs; larger, smaller
        self.assertRegex(done.stdout, r"own +tgba +3 +4 +11 +5 +11 +0 +1 ")
        self.assertEqual([row["outcome"] for row in self.rows() if row["subject"] == "own: G ("], ["error", "done"] * 2)
        before = (self.folder / "out" / "peers.csv").read_bytes()
        self.expect(run(*arguments, "--resume"), 0)
        self.assertEqual((self.folder / "out" / "peers.csv").read_bytes(), before)  # nothing ran again, times are the same

    @unittest.skipUnless(HAS_SPIN, "needs spin and gcc")
    def test_minimal_has_rows_of_spin(self):
        """Lengths are of trails that end in a cycle: pan shortens some until they are finite runs."""
        (self.models / "dekker.pml").write_bytes((ROOT / "models" / "promela" / "dekker.pml").read_bytes())
        self.expect(run("bench", "minimal", "--models", self.models, "--out", self.folder / "out", "--runs", 2, "--max-time", 10), 0,
                    stdout="holds here: pan -i and pan -I find no shorter cycle than min-bfs")
        with (self.folder / "out" / "minimal.csv").open(newline="", encoding="utf-8") as file:
            rows = {(row["subject"], row["variant"]): row for row in csv.DictReader(file)}
        best = rows["dekker.pml:no_starvation", "min-bfs"]
        for method in ("pan -i", "pan -I"):
            row = rows["dekker.pml:no_starvation", method]
            self.assertEqual((row["outcome"], row["verdict"]), ("done", "violated"))
            self.assertGreaterEqual(int(row["lasso"]), int(best["lasso"]))
            self.assertEqual(rows["dekker.pml:mutual_exclusion", method]["verdict"], "holds")
        for row in rows.values():
            self.assertEqual("no cycle" in row["detail"] and row["lasso"] != "", False, row)

    def test_usage(self):
        self.expect(run("bench", "peers", "--parts", "nothing"), 2, stderr="explore, ltl")
        self.expect(run("bench", "emptiness", "--parts", "ltl"), 2, stderr="is for peers")
        self.expect(run(*self.arguments("--only", "nothing")), 2, stderr="--only")
        self.expect(run(*self.arguments("--ltl-sizes", self.models, parts="translation")), 2, stderr="formula, tgba_states")
        self.expect(run(*self.arguments("--ltl-sizes", self.folder / "nowhere", parts="translation")), 2, stderr="nowhere")


program.main()
