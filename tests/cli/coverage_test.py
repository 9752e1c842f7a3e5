# SPDX-License-Identifier: Apache-2.0
"""lariat check --coverage: how often statements are executed, what is never true, what is never reached."""

import program
from program import ROOT, run, run_json

COUNTER = """byte x;
active proctype P() {
  do
  :: x < 3 -> x++
  :: x == 9 -> x = 0
  od
}
proctype Q() { skip }
"""


class Coverage(program.ModelCase):
    def statements(self, path, *options):
        report, _ = run_json("check", path, "--coverage", *options)
        self.assertTrue(report["coverage"]["complete"], report["coverage"])
        return report["coverage"]

    def test_counts_by_hand(self):
        # Three times the guard and the increment, for x = 0, 1, 2; then the loop is stuck.
        coverage = self.statements(self.model(COUNTER))
        self.assertEqual([(s["process"], s["text"], s["executions"], s["reached"]) for s in coverage["statements"]],
                         [("P", "x < 3", 3, True), ("P", "x++", 3, True), ("P", "x == 9", 0, True), ("P", "x = 0", 0, False),
                          ("P", "-end-", 0, False), ("Q", "skip", 0, False), ("Q", "-end-", 0, False)])

    def test_listing(self):
        text = run("check", self.model(COUNTER), "--coverage").stdout
        self.assertIn("coverage  2 of 7 statements are executed, 1 never true, 4 never reached", text)
        self.assertRegex(text, r"\n +4    :: x < 3 -> x\+\+\n +3 +x < 3\n +3 +x\+\+\n")
        self.assertRegex(text, r"\n +0 +x == 9  <- never true\n +0 +x = 0  <- never reached\n")
        self.assertNotIn("\nnever reached\n", text, "the listing says it")

    def test_page(self):
        page = self.folder / "page.html"
        run("check", self.model(COUNTER), "--coverage", "--html", page)
        self.assertIn('"counts":["","","","3, 3","0, 0"', page.read_text(encoding="utf-8"))

    def test_every_transition_is_one_execution(self):
        # Where no step has more than one statement, the executions add up to the transitions; whichever engine counts.
        for name in ("promela/peterson.pml", "dve/peterson.dve"):
            path = ROOT / "models" / name
            explored, _ = run_json("explore", path)
            for engine in ("interpreter", "auto"):
                coverage = self.statements(path, "--engine", engine)
                self.assertEqual(sum(s["executions"] for s in coverage["statements"]), explored["statistics"]["transitions"])
                self.assertEqual(coverage["transitions"], explored["statistics"]["transitions"])

    def test_sequences_count_each_statement(self):
        coverage = self.statements(self.model("byte x; active proctype P() { atomic { x = 1; x = 2 }; d_step { x = 3; x = 4 } }"))
        counts = {s["text"]: s["executions"] for s in coverage["statements"]}
        self.assertEqual((counts["x = 1"], counts["x = 2"]), (1, 1))
        self.assertEqual(coverage["states"], 4)

    def test_incomplete(self):
        result = run("check", self.model(COUNTER), "--coverage", "--max-states", "2")
        self.assertIn("only a part of the states was seen: the limit of states was reached", result.stdout)


program.main()
