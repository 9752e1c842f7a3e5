# SPDX-License-Identifier: Apache-2.0
"""lariat check on Promela models: cycles, fairness, claims, lossy channels, unreached code. Verdicts are those of Spin 6.5.2, or follow
from the definitions where Spin is known to be wrong (weak fairness and runs that end)."""

import json

import program
from program import run, run_json
from searches import GENERALISED, ONE_SET

# B can always make a step. Without fairness A alone goes round, past its progress label or not.
TWO = """byte x;
active proctype A() { do :: x = 1 - x; progress: skip od }
active proctype B() { do :: x == 0 -> skip :: x == 1 -> accept: skip od }
"""

PETERSON = """bit f0, f1, turn; byte c;
active proctype A() { do :: f0 = 1; turn = 0; (f1 == 0 || turn == 1); c++; cs: c--; f0 = 0 od }
active proctype B() { do :: f1 = 1; turn = 1; (f0 == 0 || turn == 0); progress: c++; c--; f1 = 0 od }
ltl live { [] (f0 == 1 -> <> A@cs) }
"""

# A waits for a message that B may always send and need not.
WAITING = """chan c = [0] of { byte }; byte got;
active proctype A() { c?got }
active proctype B() { do :: c!1; break :: skip od; end: 0 }
ltl arrives { <> (got == 1) }
"""

ENDS = "byte n; active proctype P() { n = 1 } active proctype Q() { n = 2 } ltl t { <>[] (n == 1) }"

CLAIMS = """byte x;
active proctype A() { do :: x < 3 -> x++ :: x = 0 od }
never ends { do :: x == 3 -> break :: else od }
never { accept: do :: x < 2 od }
ltl high { <> (x == 3) }
"""


class PromelaCase(program.ModelCase):
    def verdicts(self, text, *options):
        report, _ = run_json("check", self.model(text), *options)
        return {entry["name"]: entry["verdict"] for entry in report["properties"]}


class Cycles(PromelaCase):
    def test_acceptance(self):
        self.assertEqual(self.verdicts(TWO, "--acceptance-cycles"), {"acceptance": "violated"})
        stuck = "active proctype A() { accept: false }"
        self.assertEqual(self.verdicts(stuck, "--acceptance-cycles"), {"acceptance": "violated"}, "accept stutter")
        never = "active proctype A() { accept: skip; do :: skip od }"
        self.assertEqual(self.verdicts(never, "--acceptance-cycles"), {"acceptance": "holds"})

    def test_progress(self):
        self.assertEqual(self.verdicts(TWO, "--progress-cycles"), {"progress": "violated"})
        self.assertEqual(self.verdicts(TWO, "--progress-cycles", "--fair"), {"progress": "holds"})
        stuck = "active proctype A() { false }"
        self.assertEqual(self.verdicts(stuck, "--progress-cycles"), {"progress": "holds"}, "a deadlock is no cycle")
        for algorithm in ["sd", "se", "hpy", "ascc"]:
            self.assertEqual(self.verdicts(TWO, "--progress-cycles", "--algorithm", algorithm), {"progress": "violated"})

    def test_the_cycle_is_shown(self):
        text = self.expect(run("check", self.model(TWO), "--progress-cycles"), 1).stdout
        self.assertIn("non-progress cycle: ", text)
        self.assertIn("and again from step", text)
        short, _ = run_json("check", self.model(TWO), "--progress-cycles", "--minimize", "min-bfs")
        self.assertEqual(len(short["properties"][0]["lasso"]["cycle"]), 2, "B goes round: x == 0, skip")


class Fairness(PromelaCase):
    def test_peterson(self):
        self.assertEqual(self.verdicts(PETERSON, "--property", "live"), {"live": "violated"})
        for algorithm in ["auto", *GENERALISED, *ONE_SET]:
            fair = self.verdicts(PETERSON, "--property", "live", "--fair", "--algorithm", algorithm)
            self.assertEqual(fair, {"live": "holds"}, algorithm)

    def test_a_receiver_has_no_step_of_its_own(self):
        self.assertEqual(self.verdicts(WAITING, "--property", "arrives", "--fair"), {"arrives": "violated"})

    def test_runs_that_end_are_fair(self):
        self.assertEqual(self.verdicts(ENDS, "--property", "t", "--fair"), {"t": "violated"})

    def test_compare(self):
        path = self.model(PETERSON)
        report, code = run_json("compare", path, "--progress-cycles", "--fair")
        self.assertEqual(code, 0)
        self.assertEqual({row["verdict"] for row in report["rows"] if row["verdict"]} - {"unknown"}, {"holds"})


class Claims(PromelaCase):
    def test_all_that_the_model_states(self):
        self.assertEqual(self.verdicts(CLAIMS), {"ends": "violated", "never_1": "violated", "high": "violated",
                                                 "assertions": "holds", "end states": "holds"})

    def test_one_of_several(self):
        self.assertEqual(self.verdicts(CLAIMS, "--property", "never_1"), {"never_1": "violated"})
        done = self.expect(run("check", self.model(CLAIMS), "--property", "never_2"), 2)
        self.assertIn("did you mean 'never_1'", done.stderr)

    def test_a_run_ends_where_the_claim_does(self):
        report, _ = run_json("check", self.model(CLAIMS), "--property", "ends")
        self.assertEqual(report["properties"][0]["lasso"]["cycle"], [])

    def test_from_a_file(self):
        claim = self.model("never other { do :: assert(x < 2) od }\nltl low { [] (x < 4) }", "claims.nvr")
        self.assertEqual(self.verdicts(CLAIMS, "--claim", claim), {"other": "violated", "low": "holds"})
        empty = self.model("byte unused;", "empty.nvr")
        self.assertIn("no never claim", self.expect(run("check", self.model(CLAIMS), "--claim", empty), 2).stderr)
        wrong = self.model("never { do :: y od }", "wrong.nvr")
        self.assertIn("wrong.nvr:1:15", self.expect(run("check", self.model(CLAIMS), "--claim", wrong), 2).stderr)
        self.expect(run("check", self.model(CLAIMS), "--claim", self.folder / "missing"), 2)

    def test_a_saved_run_knows_its_claim(self):
        path = self.model(CLAIMS)
        saved = self.folder / "run.json"
        self.expect(run("check", path, "--property", "never_1", "--trace", saved), 1)
        self.assertEqual(json.loads(saved.read_text())["observer"], "never_1")
        self.expect(run("replay", path, saved), 0)

    def test_nr_pr_counts_the_claim(self):
        text = "byte x; active proctype A() { (_nr_pr == 2) -> x = 1 } ltl done { <> (x == 1) }"
        path = self.model(text)
        saved = self.folder / "run.json"
        self.assertEqual(self.verdicts(text), {"done": "holds", "assertions": "holds", "end states": "violated"})
        other = text.replace("_nr_pr == 2", "_nr_pr == 1")
        path = self.model(other)
        self.assertEqual(self.verdicts(other), {"done": "violated", "assertions": "holds", "end states": "holds"})
        self.expect(run("check", path, "--property", "done", "--trace", saved), 1)
        self.expect(run("replay", path, saved), 0)


class Escapes(PromelaCase):
    TEXT = ("byte x,y; active proctype A() { { { x=1; x=2 } unless { x==1 -> y=1 } } unless { x==1 -> y=2 }; y>0 }")

    def test_which_one_wins(self):
        path = self.model(self.TEXT)
        self.assertEqual(run_json("explore", path)[0]["statistics"]["states"], 6)
        self.assertEqual(run_json("explore", path, "--inner-escapes")[0]["statistics"]["states"], 7)


class Channels(PromelaCase):
    LOSSY = "chan c = [1] of { byte }; active proctype A() { c!1; c!2; c?2 }"

    def test_lossy(self):
        path = self.model(self.LOSSY)
        report, code = run_json("check", path, "--end-states")
        self.assertEqual((code, len(report["properties"][0]["lasso"]["stem"])), (1, 1), "the second message finds the channel full")
        saved = self.folder / "run.json"
        report, code = run_json("check", path, "--end-states", "--lossy", "--trace", saved)
        self.assertEqual((code, len(report["properties"][0]["lasso"]["stem"])), (1, 2), "the second message is lost")
        self.expect(run("replay", path, saved), 0)
        states, _ = run_json("explore", path, "--lossy")
        self.assertEqual(states["statistics"]["states"], 3)

    def test_promises(self):
        path = self.model("chan q = [2] of { byte }; active proctype A() { xs q; q!1; q?_; q?_ } active proctype B() { q!3 }")
        report, code = run_json("check", path, "--assert")
        self.assertEqual((code, report["properties"][0]["verdict"]), (0, "holds"), "promises are made for reductions")
        saved = self.folder / "run.json"
        report, code = run_json("check", path, "--assert", "--por", "ample", "--trace", saved)
        self.assertEqual((code, report["properties"][0]["verdict"]), (1, "violated"))
        result = run("replay", path, saved)
        self.expect(result, 0)
        self.assertIn("process 0 says that no other process uses this channel in this way", result.stdout)


class Unreached(PromelaCase):
    TEXT = """byte x;
active proctype A() {
  if :: x == 1 -> x = 2 :: else fi;
  assert(x == 1)
}
proctype B() { skip }
"""

    def test_is_shown(self):
        text = self.expect(run("check", self.model(self.TEXT), "--assert"), 1).stdout
        self.assertNotIn("never reached", text, "the search stopped at the error")
        text = self.expect(run("check", self.model(self.TEXT), "--unreached"), 1).stdout
        self.assertRegex(text, r"never reached\n  A  .*:3  x = 2\n  B  .*:6  is never started\n\Z")
        report, _ = run_json("check", self.model(self.TEXT), "--unreached")
        self.assertEqual([(entry["process"], entry["text"]) for entry in report["unreached"]], [("A", "x = 2"), ("B", "")])


program.main()
