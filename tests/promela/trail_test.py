# SPDX-License-Identifier: Apache-2.0
"""Trails: lariat replays those of Spin's verifiers, and `spin -t` replays those of lariat with the same steps."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
import program
from program import ROOT, run, run_json

EXAMPLES = pathlib.Path("/usr/share/doc/spin/examples/Examples")

# Everything that has an element of its own in Spin's flow graphs.
ALL = """
mtype = { red, green };
byte x, y; chan c = [0] of { byte }; chan q = [2] of { mtype, byte };
typedef M { mtype a; byte b }
M m; chan ms = [3] of { M };
byte a[3];
inline twice(v) { v = 1; v = 2 }
inline noted(v) { byte here = 3; v = here; goto out; v = 9; out: skip }
inline value(w) { return w + 1 }
active proctype P() {
  byte l = 3; x = 1; byte k = 2; byte n, o;
  do :: x < 3 -> x++ :: else -> break od;
  twice(x);
  atomic { c!1; x = 5; l = 6; k = 7 };
  d_step { x = 6; if :: x == 6 -> x = 7 :: else fi; x = 8 };
  for (l : 1 .. 3) { x = l };
  for (l in a) { a[l] = l };
  m.a = red; m.b = 4; ms!m; m.b = 5; ms!m;
  for (m in ms) { x = x + m.b };
  select (k : 1 .. 3);
  select (k : 1 .. n + 2);
  { x = 8; x = 9 } unless { x == 8 -> x = 10 };
  x = 11 unless x == 200;
  { if :: x == 0 :: x == 11 -> skip fi } unless { atomic { x == 201; x = 1 } };
inside: { x = 12; x = 13 } unless { x == 202 };
  if :: goto there :: x = 14; goto there fi;
there:
  if :: true -> skip; skip; printf("a\\n"); skip; x = 15 fi;
end: goto Q;
  x = 16;
Q: x = 17;
  do :: x == 17 -> progress: break :: x == 0 od;
  noted(x); x = value(x);
  if :: atomic { x > 0 -> x = 18; goto R } :: else -> skip fi;
R: q!red,1; q!!green,2; q?red,y; q??green(y);
L: goto S;
  x = 21;
S: atomic { if :: x = 22 :: x = 23 fi };
  d_step { x++; y = 0 };
last:
}
active proctype R() { byte z; c?z; d_step { z++; z++ }; z = 0; end: c?z }
active proctype W() { (P@L) -> y = 77 }
"""

DEADLOCK = """
chan c = [0] of { byte }; chan d = [0] of { byte };
active proctype P() { byte x; x = 1; x = 2; c!1; x = 3; c!2; d?x }
active proctype Q() { byte x, y; y = 4; c?x; c?x; y = x; c?x }
"""

# The assertion is merged with the statement before it.
MERGED = """
byte g;
active proctype P() { byte i, j; g = 1; i = 1; j = i + 1; assert(j == 3); g = 2 }
active proctype Q() { byte k; k = 4; g = k }
"""

IN_ATOMIC = """
byte g;
active [2] proctype P() { byte i; atomic { g = g + 1; i = g; assert(i < 2); g = 7; g = 8 } }
"""

# The last option of a choice is merged with what follows.
CHOICE = """
init { int i; select (i : 8 .. 11); assert(i != 11); printf("%d", i) }
"""

NEVER = """
byte x;
active proctype P() { do :: x = 1 - x :: x == 3 -> x = 4 od }
never { T0: do :: x == 1 -> goto accept :: true od; accept: do :: true od }
"""

NEVER_ENDS = """
byte x;
active proctype P() { x = 1; x = 2; x = 3 }
never { do :: x == 2 -> break :: else od }
"""

LTL = """
byte x; byte d;
active proctype P() { byte i; do :: atomic { x = 1; i = x } :: d_step { x = 0; i++ } od }
active proctype Q() { do :: d = 1 - d od }
ltl p { [] <> (x == 1) }
"""

STUTTER = """
byte x;
active proctype P() { x = 1; x = 2; x = 3 }
active proctype Q() { x == 1 }
ltl p { <> (x == 9) }
"""

# Of the cycle Spin sees less than there is: i counts, but nobody reads it.
DEAD = """
init { byte i; do :: i++ od }
"""

DYNAMIC = """
byte n; chan q = [1] of { byte };
proctype W(byte k) { n = n + k; q!k; n = n - k }
init { byte v; run W(1); run W(2); q?v; q?v; (_nr_pr == 1); run W(3); q?v; assert(n != 3) }
"""

# What a verifier says, and by which options it comes to it.
SAFETY = (["-DSAFETY"], [])
LIVENESS = ([], ["-a"])
VIOLATIONS = [
    ("deadlock", DEADLOCK, SAFETY, "invalid end state"),
    ("merged", MERGED, SAFETY, "assertion violated"),
    ("in_atomic", IN_ATOMIC, SAFETY, "assertion violated"),
    ("choice", CHOICE, SAFETY, "assertion violated"),
    ("dynamic", DYNAMIC, SAFETY, "assertion violated"),
    ("all", ALL, SAFETY, "invalid end state"),
    ("never", NEVER, LIVENESS, "acceptance cycle"),
    ("never_ends", NEVER_ENDS, LIVENESS, "end state in claim reached"),
    ("ltl", LTL, LIVENESS, "acceptance cycle"),
    ("stutter", STUTTER, LIVENESS, "acceptance cycle"),
    ("dead", DEAD, (["-DNP"], ["-l"]), "non-progress cycle"),
]


def call(*command, folder, limit=60):
    return subprocess.run([str(word) for word in command], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", timeout=limit)


class Folder(program.Case):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path

    def verifier(self, name, spin=(), compiler=()):
        """Makes a verifier of a model in the folder."""
        made = call("spin", "-a", *spin, name, folder=self.folder)
        self.assertEqual(made.returncode, 0, made.stdout)
        made = call(COMPILER, *compiler, "-o", "pan", "pan.c", folder=self.folder)
        self.assertEqual(made.returncode, 0, made.stdout)


class FromSpin(Folder):
    """The trails of verifiers end here as they do there."""

    def check(self, name, text, options, error, spin):
        compiler, arguments = options
        self.write(f"{name}.pml", text)
        self.verifier(f"{name}.pml", spin, compiler)
        said = call("./pan", "-m5000", *arguments, folder=self.folder).stdout
        self.assertIn(f"pan:1: {error}", said)
        trail = self.folder / f"{name}.pml.trail"
        shown = self.expect(run("replay", f"{name}.pml", trail.name, cwd=self.folder), 0).stdout
        with self.subTest(model=name, spin=spin, compiler=compiler):
            if "cycle" in error:
                self.assertIn("again from step", shown)
            elif "end state in claim" in error:
                self.assertIn("x: 1 -> 2", shown)
            elif "assertion" in error:
                self.assertIn("error: an assertion does not hold", shown)
                said = re.search(r"assertion violated \((.*?)\) \(at", said).group(1)
                said = re.sub(r"[\s()]", "", said)
                last = re.findall(r"assert\((.*)\)$", shown, re.MULTILINE)[-1]
                self.assertEqual(re.sub(r"[\s()]", "", last), said)
            else:
                self.assertTrue(shown.endswith("invalid end state: no process can move\n"), shown)
        os.remove(trail)

    def test_violations(self):
        for name, text, options, error in VIOLATIONS:
            for spin in ([], ["-o3"]):
                self.check(name, text, options, error, spin)

    def test_other_searches(self):
        for name, text, (compiler, arguments), error in VIOLATIONS:
            if compiler == ["-DSAFETY"]:
                for more in (["-DNOREDUCE"], ["-DBFS"], ["-DREACH"], ["-DCOLLAPSE"]):
                    self.check(name, text, (compiler + more, arguments), error, [])

    def test_values(self):
        """Where a run of the model ends is where Spin's own replay of the trail ends."""
        self.write("m.pml", ALL)
        self.verifier("m.pml", compiler=["-DSAFETY"])
        call("./pan", folder=self.folder)
        final = call("spin", "-t", "m.pml", folder=self.folder).stdout.split("trail ends after")[1]
        report, _ = run_json("replay", self.folder / "m.pml", self.folder / "m.pml.trail")
        self.assertEqual(spins_values(final), values_of(report))

    def test_any_run(self):
        """A verifier that must not go deeper than so many steps takes that for an error, and writes how it came there."""
        models = sorted((ROOT / "models" / "promela").glob("*.pml"))[::3] + sorted(EXAMPLES.glob("*.pml"))[::4]
        followed = 0
        for model in models:
            if "c_code" in model.read_text(encoding="utf-8"):
                continue
            shutil.copy(model, self.folder / "m.pml")
            for spin, depth in (([], 40), (["-o3"], 150)):
                self.verifier("m.pml", spin, ["-DNOCLAIM"])
                call("./pan", "-b", f"-m{depth}", folder=self.folder)
                trail = self.folder / "m.pml.trail"
                if not trail.exists():
                    continue
                with self.subTest(model=model.name, spin=spin):
                    self.expect(run("replay", self.folder / "m.pml", trail), 0)
                followed += 1
                os.remove(trail)
        self.assertGreater(followed, 8)


def values_of(report):
    """The values at the end of a run, by the names that Spin uses, too."""
    values = {item["name"]: item["value"] for item in report["initial"]}
    for step in report["stem"] + report["cycle"]:
        for change in step["changes"]:
            values[change["name"]] = change["after"]
    return {name: {"true": "1", "false": "0"}.get(value, value) for name, value in values.items()
            if re.fullmatch(r"[\w\[\].]+", name) and value is not None and not re.match(r"empty|\[|c$|q$|ms$|line \d", value)}


def spins_values(text):
    return dict(re.findall(r"(?m)^\t\t([\w.\[\]]+) = (.*)$", text))


class ToSpin(Folder):
    """Spin replays what lariat writes, and each line is the statement that lariat says it is."""

    def replay(self, model, report):
        said = call("spin", "-t", "-p", "-k", "run.trail", model, folder=self.folder).stdout
        for trouble in ("transition failed", "no matching", "invalid statement", "stop error", "cannot find"):
            self.assertNotIn(trouble, said)
        steps, final = said.split("spin: trail ends after")
        moves = re.findall(r"(?m)^ *\d+:\tproc +(\d+) \(:?\w+:?:\d+\) (\S+):(\d+) \(state \d+\)\t\[(.*)\]$", steps)
        for name, value in spins_values(final).items():
            ours = values_of(report)
            if name in ours:
                self.assertEqual(ours[name], value, f"{name}\n{said}")
        return moves, final

    def expect_same(self, model, report, where=True):
        moves, _ = self.replay(model, report)
        actions = [a for step in report["stem"] + report["cycle"] for a in step["actions"] if a["process"] is not None]
        actions = [a for a in actions if a["text"] != "-end-"]
        if not where:
            return
        self.assertEqual([int(pid) for pid, *_ in moves], [a["process"] for a in actions])
        for (_, _, line, text), action in zip(moves, actions):
            # Spin may have read one word more when it notes the line of a statement.
            self.assertLessEqual(abs(int(line) - action["line"]), 1, (text, action["text"]))

    def test_counterexamples(self):
        for name, text, (_, arguments), error in VIOLATIONS:
            if name == "dead":
                continue
            model = self.write(f"{name}.pml", text)
            with self.subTest(model=name):
                report, code = run_json("check", model, "--trail", self.folder / "run.trail")
                self.assertEqual(code, 1)
                found = next(p for p in report["properties"] if p["verdict"] == "violated")
                run_of_it = {"initial": run_json("simulate", model, "--steps", 1)[0]["initial"], **found["lasso"]}
                self.assertEqual(found["trail"], str(self.folder / "run.trail"))
                self.expect_same(model.name, run_of_it, where=name not in ("all", "ltl"))
                self.expect(run("replay", model, self.folder / "run.trail"), 0)

    def test_random_runs(self):
        models = sorted((ROOT / "models" / "promela").glob("*.pml"))
        self.write("all.pml", ALL)
        for i, model in enumerate([self.folder / "all.pml", *models]):
            copy = self.folder / "m.pml"
            shutil.copy(model, copy)
            for seed in range(4 if i == 0 else 1):
                with self.subTest(model=model.name, seed=seed):
                    report, code = run_json("simulate", copy, "--seed", seed, "--steps", 150, "--trail", self.folder / "run.trail")
                    self.assertIn(code, (0, 1))
                    self.replay("m.pml", report)
                    again, _ = run_json("replay", copy, self.folder / "run.trail")
                    self.assertEqual(again["stem"], report["stem"])

    def test_every_statement_has_its_number(self):
        """Those that the verifier lists, with the same text."""
        self.write("all.pml", ALL)
        self.verifier("all.pml", ["-o3"])
        listed = dict(re.findall(r"\[id +(\d+) tp.*?\] \[.....\] \S+ => (.*)", call("./pan", "-d", folder=self.folder).stdout))
        seen = set()
        for seed in range(40):
            report, _ = run_json("simulate", self.folder / "all.pml", "--seed", seed, "--trail", self.folder / "run.trail")
            lines = [line.split(":") for line in (self.folder / "run.trail").read_text(encoding="utf-8").split()]
            actions = [a for step in report["stem"] for a in step["actions"]]
            if not any("d_step" in listed.get(n, "").lower() for _, _, n in lines):  # a d_step is one line and several actions
                self.assertEqual(len(lines), len(actions))
            for _, _, number in lines:
                self.assertIn(number, listed)
                seen.add(number)
        self.assertGreater(len(seen), 0.7 * len(listed), "too few statements were reached")

    def test_several_claims(self):
        """The number of the claim is in the trail, and its moves have the numbers of its statements."""
        self.write("m.pml", """byte x;
never one { do :: x < 5 od }
active proctype P() { do :: x = 1 - x od }
never two { do :: x == 0 :: else -> break od; accept: do :: x < 2 od }
""")
        self.expect(run("check", "m.pml", "--property", "two", "--trail", "run.trail", cwd=self.folder), 1)
        said = call("spin", "-t", "-p", "-k", "run.trail", "m.pml", folder=self.folder).stdout
        self.assertIn("starting claim 2", said)
        self.assertRegex(said, r"proc +- \(two:1\)")
        self.assertIn("START OF CYCLE", said)
        for trouble in ("transition failed", "no matching", "invalid statement", "stop error", "cannot find"):
            self.assertNotIn(trouble, said)
        self.expect(run("replay", "m.pml", "run.trail", "--automaton", cwd=self.folder), 0, stdout=["two", "again from step"])

    def replays_both_ways(self, name, what):
        """The trail that lariat writes, and the one of the verifier, are followed by lariat; lariat's by Spin without a failure."""
        self.expect(run("check", name, "--property", what, "--trail", "run.trail", cwd=self.folder), 1)
        ours = self.expect(run("replay", name, "run.trail", cwd=self.folder), 0).stdout
        said = call("spin", "-t", "-p", "-k", "run.trail", name, folder=self.folder).stdout
        for trouble in ("transition failed", "no matching", "invalid statement", "stop error", "cannot find"):
            self.assertNotIn(trouble, said)
        self.verifier(name, ["-o3"])
        call("./pan", "-a", "-N", what, folder=self.folder)
        self.expect(run("replay", name, f"{name}.trail", cwd=self.folder), 0)
        return ours, said

    def test_claims_and_formulas_where_processes_are_counted(self):
        """With a claim or a formula, _nr_pr is one more."""
        self.write("m.pml", """byte x;
active proctype P() { do :: _nr_pr == 2 -> x = 1 :: _nr_pr == 1 -> x = 2 od }
never n { accept: do :: x != 2 od }
ltl f { []<> (x == 2) }
ltl g { <> (x == 2) }
""")
        for what in ("n", "f", "g"):
            with self.subTest(what=what):
                ours, said = self.replays_both_ways("m.pml", what)
                self.assertIn("_nr_pr == 2", ours)
                self.assertIn("_nr_pr==2", said)

    def test_the_end_of_a_claim(self):
        """The trail ends with the move of the claim, and has a line for each statement of its atomic sequence."""
        self.write("m.pml", """byte x;
active proctype P() { do :: x < 3 -> x++ od }
never n { do :: atomic { x == 2; true; x < 3 -> break } :: else od }
""")
        self.replays_both_ways("m.pml", "n")
        theirs = [line.split(":")[1:] for line in (self.folder / "m.pml.trail").read_text(encoding="utf-8").split() if line[0] != "-"]
        ours = [line.split(":")[1:] for line in (self.folder / "run.trail").read_text(encoding="utf-8").split() if line[0] != "-"]
        self.assertEqual(ours[-3:], theirs[-3:])
        self.assertEqual([process for process, _ in ours[-3:]], ["0", "0", "0"])

    def test_names_of_files(self):
        self.write("m.pml", MERGED)
        self.expect(run("check", "m.pml", "--trail", cwd=self.folder), 1, stdout="saved as m.pml.trail")
        said = call("spin", "-t", "m.pml", folder=self.folder).stdout
        self.assertIn("assertion violated", said)
        self.write("m.pml", DEADLOCK.replace("d?x", "assert(x == 9); d?x"))
        self.expect(run("check", "m.pml", "--trail", cwd=self.folder), 1, stdout=["saved as m.pml.trail", "saved as m.pml2.trail"])
        self.assertIn("trail ends", call("spin", "-t2", "m.pml", folder=self.folder).stdout)

    def test_followed_by_a_simulation(self):
        self.write("m.pml", DYNAMIC)
        self.expect(run("check", "m.pml", "--assert", "--trail", "run.trail", cwd=self.folder), 1)
        done = self.expect(run("simulate", "m.pml", "--follow", "run.trail", "--interactive", cwd=self.folder, text="q\n"), 0)
        self.assertIn("assert(n != 3)", done.stdout)


class Lossy(Folder):
    """Where full channels lose messages, both must be told."""

    MODEL = """chan q = [1] of { byte };
active proctype P() { byte i; do :: i < 3 -> q!i; i++ :: else -> break od }
active proctype Q() { byte x; q?x; q?x; assert(x != 2) }
"""

    def test_both_ways(self):
        self.write("m.pml", self.MODEL)
        self.verifier("m.pml", ["-m"], ["-DSAFETY"])
        self.assertIn("assertion violated", call("./pan", folder=self.folder).stdout)
        self.expect(run("replay", "m.pml", "m.pml.trail", "--lossy", cwd=self.folder), 0, stdout="an assertion does not hold")
        self.expect(run("replay", "m.pml", "m.pml.trail", cwd=self.folder), 2, stderr=["cannot do", "--lossy"])
        self.expect(run("check", "m.pml", "--assert", "--lossy", "--trail", "run.trail", cwd=self.folder), 1)
        self.assertIn("assertion violated", call("spin", "-m", "-t", "-k", "run.trail", "m.pml", folder=self.folder).stdout)


class Wrong(Folder):
    def test_messages(self):
        model = self.write("m.pml", MERGED)
        for text, message in [
            ("1:0:0\n2:0:77\n", ":2:1: error: the model has no statement with the number 77 that is a step"),
            ("1:0:0\n2:5:1\n", ":2:1: error: there is no process 5 here, but only 2"),
            ("1:0:0\n2:1:1\n", ":2:1: error: statement 1 (i = 1, "),
            ("1:0:0\n2:0:4\n", ":2:1: error: P[0] cannot do statement 4 (g = 2, "),
            ("1:0:0\n2:0\n", ":2:1: error: this is no line of a trail"),
            ("1:0:0\n-9:0:0\n", ":2:1: error: this is no line of a trail"),
            ("1:0:99999999999999999999\n", ":1:1: error: this is no line of a trail"),
            ("{}\n", ":1:1: error: this is no line of a trail"),
            ("1:0:0\n2:-7:0\n", ":2:1: error: there are no processes of this number"),
            ("1:0:0\n2:0:-7\n", ":2:1: error: there are no statements of this number"),
            ("-5:1:0\n1:1:4\n", "./pan -r"),
        ]:
            with self.subTest(text=text):
                trail = self.write("wrong.trail", text)
                self.expect(run("replay", model, trail), 2, stderr=message)
        other = self.write("m.dve", "process P { state q; init q; trans q -> q { }; }\nsystem async;\n")
        self.expect(run("replay", other, self.write("t.trail", "1:0:0\n")), 2, stderr="the model is not in Promela")
        self.expect(run("check", other, "--deadlock", "--trail"), 2, stderr="--trail: error: trails are for models in Promela")

    def test_nothing_in_it(self):
        model = self.write("m.pml", MERGED)
        for text in ("-4:-4:-4\n", ""):
            self.expect(run("replay", model, self.write("t.trail", text)), 0, stdout="0 steps")


COMPILER = shutil.which("tcc") or shutil.which("gcc")
if not shutil.which("spin") or not COMPILER:
    print("skipped: there is no spin, or no C compiler")
    sys.exit(77)
program.main()
