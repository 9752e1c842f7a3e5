# SPDX-License-Identifier: Apache-2.0
"""Runs that people understand: they end where the property is decided, are short, and say why. Models are worked out by hand."""

import json
import pathlib
import re
import tempfile

import program
from program import run, run_json

COUNTER = """byte x;
active proctype P() {
  do
  :: x < 5 -> x = x + 1
  :: x == 5 -> x = 0
  od
}
"""

# A request that is never answered; noise that has nothing to do with it.
REQUEST = """bool req, ack;
byte noise;
active proctype Client() { req = true }
active proctype Noise() {
  do
  :: noise < 2 -> noise++
  :: noise == 2 -> noise = 0
  od
}
ltl answered { [] (req -> <> ack) }
"""

DEADLOCK = """chan c = [1] of { byte };
chan meet = [0] of { byte };
byte lock = 1;
active proctype Done() { skip }
active proctype Sender() { c!1; c!2 }
active proctype Meets() { meet!1 }
active proctype Waits() { lock == 0 }
"""

NESTED = """typedef Inner { bool l[3]; byte plain };
typedef Outer { Inner a[2]; byte n };
Outer k;
bool flags[2];
active proctype worker() { byte i; k.a[1].l[0] = true; k.a[1].plain = 7; k.n = 3; flags[1] = true; i = 4 }
"""


class RunsTest(program.Case):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.temporary.name)

    def tearDown(self):
        self.temporary.cleanup()

    def model(self, text, name="m.pml"):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path

    def check(self, text, *options, code=1):
        done = run("check", self.model(text), *options)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout

    def check_json(self, text, *options):
        answer, _ = run_json("check", self.model(text), *options)
        return answer["properties"][0]

    def test_safety_ends_at_the_bad_state(self):
        # x becomes 3 by the sixth step, and no run is shorter.
        for algorithm in ([], ["--algorithm", "se"], ["--algorithm", "ascc"], ["--fair"], ["--minimize", "min-bfs"], ["--por", "stubborn"]):
            found = self.check_json(COUNTER, "--ltl", "[] (x < 3)", *algorithm)
            self.assertEqual(found["verdict"], "violated", algorithm)
            self.assertEqual((len(found["lasso"]["stem"]), found["lasso"]["cycle"]), (6, []), algorithm)
            self.assertTrue(found["bad_prefix"], algorithm)
            last = found["explanation"]["remarks"][-1]
            self.assertEqual(last["state"], 6)
            self.assertIn("violated here: `x < 3` is false", last["text"])
        text = self.check(COUNTER, "--ltl", "[] (x < 3)")
        self.assertIn("violated by this run of 6 steps, as short as possible", text)
        self.assertNotIn("for ever", text)

    def test_bad_prefixes_of_other_formulas(self):
        for formula, steps in (("(x < 2) U (x == 7)", 4), ("[] (x == 1 -> X (x == 1))", 4), ("[] (x < 3) && [] <> (x == 0)", 6),
                               ("X (x == 1)", 1), ("x == 1", 0), ("(x == 4) R (x < 2)", 4)):
            found = self.check_json(COUNTER, "--ltl", formula)
            self.assertEqual((formula, len(found["lasso"]["stem"]), len(found["lasso"]["cycle"])), (formula, steps, 0))
            self.assertTrue(found["bad_prefix"], formula)

    def test_liveness_stays_a_lasso(self):
        found = self.check_json(COUNTER, "--ltl", "<> [] (x < 3)")
        self.assertNotIn("bad_prefix", found)
        self.assertGreater(len(found["lasso"]["cycle"]), 0)

    def test_runs_that_end_do_not_count_unless_they_go_on(self):
        # The only way to x == 1 ends: where such runs do not count, the formula holds.
        ends = "byte x; active proctype P() { if :: x = 1 :: true -> do :: true od fi }"
        self.assertEqual(self.check_json(ends, "--ltl", "[] (x == 0)")["verdict"], "violated")
        self.assertEqual(self.check_json(ends, "--ltl", "[] (x == 0)", "--deadlock-runs", "ignore")["verdict"], "holds")

    def test_why_a_liveness_property_fails(self):
        text = self.check(REQUEST, "--property", "answered")
        self.assertIn("`req` holds, and from here on `ack` never holds", text)
        self.assertIn("at the start", text)
        self.assertRegex(text, r"Client\[0\]")

    def test_short_by_default(self):
        model = program.ROOT / "models" / "promela" / "philosophers.pml"
        first, _ = run_json("check", model, "--ltl", "[] <> (Phil[0]@eating)", "--first")
        short, _ = run_json("check", model, "--ltl", "[] <> (Phil[0]@eating)")
        length = [len(a["properties"][0]["lasso"]["stem"]) + len(a["properties"][0]["lasso"]["cycle"]) for a in (first, short)]
        self.assertLess(length[1], length[0])
        found = short["properties"][0]["first_found"]
        self.assertEqual(found["stem"] + found["cycle"], length[0])
        self.assertIn("--first shows it", run("check", model, "--ltl", "[] <> (Phil[0]@eating)").stdout)

    def test_long_runs_are_folded(self):
        long = "int x; active proctype P() { do :: x < 100 -> x = x + 1 od }"
        text = self.check(long, "--ltl", "[] (x < 60)")
        self.assertRegex(text, r"\.\.\. \d+ steps; --full shows them \.\.\.")
        self.assertLess(len(text.splitlines()), 100)
        full = self.check(long, "--ltl", "[] (x < 60)", "--full")
        self.assertNotIn("--full shows", full)
        self.assertGreater(len(re.findall(r"(?m)^ +\d+  P\[0\]", full)), 100)

    def test_deadlocks_list_who_waits_for_what(self):
        text = self.check(DEADLOCK, "--deadlock")
        self.assertRegex(text, r"Sender\[1\] +\S.* waits at  c!2  \(c is full\)")
        self.assertRegex(text, r"Meets\[2\] +\S.* waits at  meet!1  \(nobody receives\)")
        self.assertRegex(text, r"Waits\[3\] +\S.* waits at  \(?lock == 0\)?  \(lock = 1\)")
        self.assertRegex(text, r"Done\[0\].* has come to its end")

    def test_waiting_processes_show_what_they_read(self):
        shown = run("check", self.model("""typedef T { byte left[4] };
bool fork[5]; T t[2]; chan c = [2] of { byte }; chan d[2] = [1] of { byte };
active [2] proctype A() { fork[_pid] = true; fork[(_pid + 1) % 2] == false }
active proctype B() { byte k = 1; t[k].left[k + 2] == 3 }
active proctype C() { B[2]:k == 7 }
active proctype D() { len(c) > 1 && nempty(d[1]) }
"""), "--deadlock").stdout
        for part in ("fork[(_pid + 1) % 2] == false  (fork[1] = true)", "fork[(_pid + 1) % 2] == false  (fork[0] = true)",
                     "t[k].left[k + 2] == 3  (t[1].left[3] = 0)", "B[2]:k == 7  (B[2]:k = 1)", "nempty(d[1])  (c = empty, d[1] = empty)"):
            self.assertIn(part, shown)

    def test_starved_processes_are_named(self):
        text = self.check(REQUEST.replace("active proctype Client() { req = true }", "active proctype Client() { req = true; ack = true }"),
                          "--property", "answered")
        self.assertIn("Client[0] takes no step in the cycle although it always could: --fair excludes such runs", text)

    def test_irrelevant_steps(self):
        found = self.check_json(REQUEST.replace("[] (req -> <> ack)", "[] !req"), "--property", "answered", "--first")
        steps = found["lasso"]["stem"]
        noise = [i + 1 for i, step in enumerate(steps) if step["actions"][0]["name"].startswith("Noise")]
        self.assertEqual(found["explanation"]["irrelevant_steps"], noise)

    def test_names_can_be_used_in_formulas(self):
        done = run("simulate", self.model(NESTED), "--steps", "10")
        for change in ("k.a[1].l[0]: false -> true", "k.a[1].plain: 0 -> 7", "k.n: 0 -> 3", "flags[1]: false -> true", "worker[0]:i: 0 -> 4"):
            self.assertIn(change, done.stdout)
            name = change.split(": ")[0]
            self.assertEqual(run("check", self.model(NESTED), "--ltl", f"<> ({name} != 0)").returncode, 0, name)

    def test_truth_values_stay_words(self):
        text = "bool b; chan c = [1] of { bool, byte }; active proctype P() { b = true; c!false,1; b == true; assert(false) }"
        shown = run("check", self.model(text)).stdout
        for part in ("b = true", "c!false, 1", "c = [false,1]", "b == true", "assert(false)"):
            self.assertIn(part, shown)
        saved = self.folder / "run.json"
        run("check", self.folder / "m.pml", "--trace", saved)
        self.assertIn("c = [false,1]", run("replay", self.folder / "m.pml", saved).stdout)

    def test_atoms_keep_the_names_of_macros(self):
        model = """#define N 2
#define crit (x > N)
#define pair (crit && y)
#define loose x > 1
#define U (x == 0)
#define same(a, b) (a == b)
byte x; bool y;
active proctype P() { do :: x < 9 -> x++ :: else -> x = 0; y = true od }
"""
        for formula, said in (
                ("[] !crit", "`crit` holds"), ("[] (crit -> y)", "`crit` holds, and `y` is false"),
                ("[] (!y || !crit)", "`y` holds, and `crit` holds"), ("[] !pair", "`x > 2` holds, and `y` holds"),
                # Without parentheses the macro is no atom: !x > 1 is (!x) > 1, as it is for Spin.
                ("[] (loose -> !loose)", "`x > 1` holds, and `!x > 1` is false"), ("[] (loose -> y)", "`loose` holds, and `y` is false"),
                # U is an operator in a formula, and a call has no name.
                ("[] (U || loose)", "`x == 0` is false, and `x > 1` is false"), ("[] same(x, 0)", "`x == 0` is false")):
            shown = " ".join(run("check", self.model(model + f"ltl p {{ {formula} }}\n"), "--property", "p").stdout.split())
            self.assertIn("the property is violated here: " + said, shown, formula)

    def test_other_formats(self):
        path = self.folder / "t.itf.json"
        self.check(REQUEST, "--property", "answered", "--itf", path)
        trace = json.loads(path.read_text(encoding="utf-8"))
        self.assertIn("req", trace["vars"])
        self.assertEqual([state["#meta"]["index"] for state in trace["states"]], list(range(len(trace["states"]))))
        self.assertLess(trace["loop"], len(trace["states"]))
        for state in trace["states"]:
            self.assertEqual(set(state), {"#meta", *trace["vars"]})
        self.assertIs(trace["states"][0]["req"], False)
        done = run("explore", self.model(COUNTER), "--aut")
        first, *lines = done.stdout.splitlines()
        states, transitions = re.fullmatch(r"des \(0, (\d+), (\d+)\)", first).groups()[::-1]
        self.assertEqual(int(transitions), len(lines))
        for line in lines:
            source, target = re.fullmatch(r'\((\d+), "[^"]*", (\d+)\)', line).groups()
            self.assertLess(max(int(source), int(target)), int(states))


if __name__ == "__main__":
    program.main()
