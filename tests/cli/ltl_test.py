# SPDX-License-Identifier: Apache-2.0
"""lariat ltl."""

import json
import os
import pathlib
import shutil
import struct
import subprocess
import tempfile
import time

import program
from program import PROGRAM, run, run_json

DEEP = 100_000


def ltl(*arguments, **options):
    return run("ltl", *arguments, **options)


class Formats(program.Case):
    def test_summary(self):
        self.expect(ltl("G(req -> F ack)"), 0, ["G (req -> F ack)\n", "recurrence, stutter-invariant", "tgba, 2 states, 4 edges, 1 set",
                                                 "general, deterministic"])
        self.expect(ltl("X a"), 0, "not stutter-invariant")
        self.expect(ltl("a U b"), 0, ["guarantee", "terminal, very weak, deterministic"])
        self.expect(ltl("--type", "ba", "F G a"), 0, ["persistence", "ba, 2 states, 3 edges, 1 set", "weak, very weak, not deterministic"])

    def test_brackets_are_no_list(self):
        """CLI11 would take `[...]` apart."""
        self.expect(ltl("[] x[1]", "[] (a, b)[1]"), 2, 'G "x[1]"\n', "formula:1:6: error:")
        self.expect(ltl("[]<>a", "[] x[1]"), 0, ["G F a\n", 'G "x[1]"\n'])

    def test_hoa(self):
        done = self.expect(ltl("--format", "hoa", "GFa & GFb"), 0, ["Acceptance: 2 Inf(0)&Inf(1)", 'name: "G F a & G F b"'])
        self.assertEqual(done.stderr, "")
        self.assertTrue(done.stdout.startswith("HOA: v1\n") and done.stdout.endswith("--END--\n"))
        self.expect(run("empty", "-", text=done.stdout), 1)
        self.expect(run("empty", "-", text=ltl("--format", "hoa", "F a & G !a").stdout), 0)

    def test_types(self):
        self.assertIn("state-acc", ltl("--format", "hoa", "--type", "gba", "GFa & GFb").stdout)
        self.assertIn("Acceptance: 1 Inf(0)", ltl("--format", "hoa", "--type", "ba", "GFa & GFb").stdout)
        self.assertEqual(run_json("ltl", "--prefer", "deterministic", "F(a & X G b)")[1], 0)

    def test_negate(self):
        report, _ = run_json("ltl", "--negate", "F a")
        self.assertEqual((report["formula"], report["negated"], report["formula_class"]), ("!F a", True, "safety"))

    def test_json_has_a_line_for_each_formula(self):
        done = self.expect(ltl("--json", "G a", "a U b", "X X"), 2)
        reports = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual([r["formula"] for r in reports], ["G a", "a U b"])
        for name in ("type", "states", "edges", "sets", "class", "deterministic", "stutter_invariant", "seconds"):
            self.assertIn(name, reports[0])
        self.assertEqual(ltl("--format", "json", "G a").stdout.count("\n"), 1)

    def test_stats(self):
        lines = self.expect(ltl("--format", "stats", "G a", "a U b"), 0).stdout.splitlines()
        self.assertEqual(lines[0].split(), ["states", "edges", "sets", "class", "det", "time", "formula"])
        self.assertEqual(lines[1].split()[:2], ["1", "1"])
        self.assertEqual(lines[3].split()[:2], ["3", "4"])
        self.assertIn("total of 2 formulas", lines[3])

    def test_pictures(self):
        if not shutil.which("dot"):
            self.skipTest("Graphviz is not installed")
        self.expect(ltl("--format", "svg", 'G "<&>\\"" & F b'), 0, ["<svg", "</svg>"])
        png = subprocess.run([PROGRAM, "ltl", "--format", "png", "a U b"], stdout=subprocess.PIPE, timeout=60, check=True).stdout
        self.assertEqual(png[:8], b"\x89PNG\r\n\x1a\n")
        self.assertGreater(min(struct.unpack(">II", png[16:24])), 50)
        self.expect(ltl("--format", "svg", "a", "b"), 2, stderr="one formula")

    def test_without_graphviz(self):
        with tempfile.TemporaryDirectory() as empty:
            self.expect(ltl("--format", "svg", "a", env=program.environment(PATH=empty)), 2, stderr="not installed")
        done = self.expect(ltl("--format", "dot", "--type", "ba", "GFa"), 0, ["digraph", "doublecircle", 'label="!a"'])
        self.assertTrue(done.stdout.endswith("}\n"))

    def test_warnings_go_to_the_standard_error(self):
        done = self.expect(ltl("--format", "hoa", "a U b U c"), 0, stderr="warning: read as a U (b U c); Spin reads (a U b) U c")
        self.assertTrue(done.stdout.startswith("HOA: v1\n"))


class NeverClaims(program.Case):
    FORMULAS = ["true", "false", "a", "G a", "F a", "a U b", "G F a", "F G a", "G(a -> F b)", "!(a U (b && c)) || G F c",
                'G("x[1] > 3" -> F "q == 2")', "GFa & GFb & GFc", "X a"]

    def test_written_claims_read_back(self):
        for formula in self.FORMULAS:
            claim = self.expect(ltl("--format", "never", formula), 0).stdout
            code = self.expect(run("empty", "-", text=claim), 0 if formula == "false" else 1).returncode
            self.assertEqual(code, run("empty", "-", text=ltl("--format", "hoa", formula).stdout).returncode)
        self.expect(ltl("--format", "never", "--type", "tgba", "a"), 2, stderr="--type ba")

    def test_spin_reads_them(self):
        if not shutil.which("spin"):
            self.skipTest("spin is not installed")
        model = "bool a, b, c; byte x[2], q;\nactive proctype P() { do :: a = !a :: b = !b :: c = !c :: x[1] = 4 :: q = 2 od }\n"
        for formula in self.FORMULAS:
            with self.subTest(formula=formula), tempfile.TemporaryDirectory() as folder:
                pathlib.Path(folder, "m.pml").write_text(model + ltl("--format", "never", formula).stdout, encoding="utf-8")
                done = subprocess.run(["spin", "-a", "m.pml"], cwd=folder, text=True, capture_output=True, timeout=20)
                self.assertEqual(done.returncode, 0, done.stdout)
                self.assertNotIn("error", done.stdout.lower() + done.stderr.lower())
                self.assertTrue(pathlib.Path(folder, "pan.c").exists())

    def test_claims_as_automata(self):
        claims = "/* two */ never p { T0: do :: a :: !a -> break od; accept: do :: b && !b od }\nnever { skip }\n"
        report, code = run_json("empty", "-", text=claims)
        self.assertEqual((code, [a["verdict"] for a in report["automata"]]), (1, ["empty", "nonempty"]))
        self.assertEqual(report["automata"][0]["name"], "p")
        self.expect(run("empty", "-", text="never { do :: (a -> goto X od }"), 2, stderr="<stdin>:1:15: error: this is not closed")
        self.expect(run("scc", "-", text=claims), 0, "1 accepting")


class Questions(program.Case):
    def test_equivalent(self):
        self.expect(ltl("--equivalent", "!(a U b)", "!a R !b"), 0, "yes")
        self.expect(ltl("--equivalent", "GFa", "FGa"), 1, ["no ", "only the first formula", "cycle{"])
        self.expect(ltl("--equivalent", "FGa", "GFa"), 1, "only the second formula")

    def test_implies(self):
        self.expect(ltl("--implies", "a U b", "a W b"), 0, "yes")
        report, code = run_json("ltl", "--implies", "a W b", "a U b")
        self.assertEqual((code, report["answer"], report["satisfies"]), (1, "no", "first"))
        letters = report["word"]["stem"] + report["word"]["cycle"]
        self.assertTrue(report["word"]["cycle"] and all("a" in letter and "b" not in letter for letter in letters), report)

    def test_check(self):
        for kind in ("tgba", "gba", "ba"):
            self.expect(ltl("--check", "--type", kind, "G(a -> (b U c)) & GF d", "X a"), 0,
                        ["correct   " + kind, "automaton of the negation", "1000 random words"])

    def test_usage(self):
        for arguments, message in [
            ([], "FORMULA: is required"),
            (["--equivalent", "a"], "--equivalent: takes two formulas"),
            (["--implies", "a", "b", "c"], "--implies: takes two formulas"),
            (["--check", "--implies", "a", "b"], "only one of"),
            (["--check", "--format", "hoa", "a"], "text or json"),
            (["--json", "--format", "hoa", "a"], "not with another --format"),
            (["--format", "hao", "a"], "did you mean 'hoa'?"),
            (["--type", "ra", "a"], "no type 'ra'"),
            (["--max-states", "0", "a"], "'0' is not a whole number"),
            (["--equivalent", "a", "(b"], "second formula:1:1: error:"),
        ]:
            with self.subTest(arguments=arguments):
                out = self.expect(ltl(*arguments), 2, stderr=message).stdout
                self.assertIn(message, json.loads(out)["error"]) if "--json" in arguments else self.assertEqual(out, "")


class Files(program.Case):
    TEXT = "G a\n\n# a comment\n  # another\na U\n\tF b)\r\nF c\r\nGFd"

    def test_lines(self):
        for arguments in (["-F", "-"], ["--file", "-"], ["-"]):
            done = self.expect(ltl(*arguments, "--json", text=self.TEXT), 2,
                               stderr=["<stdin>:5:4: error: an operand is missing", "<stdin>:6:5: error: this ')' closes nothing"])
            reports = [json.loads(line) for line in done.stdout.splitlines()]
            self.assertEqual([(r["input"], r["formula"]) for r in reports],
                             [("<stdin>:1", "G a"), ("<stdin>:7", "F c"), ("<stdin>:8", "G F d")])

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "f.ltl")
            path.write_text("G a\n", encoding="utf-8")
            self.expect(ltl("F z", "-F", path), 0, ["F z\n", "G a\n"])
            self.expect(ltl("-F", pathlib.Path(folder, "none"), "-F", path), 2, "G a\n", "none: error: cannot read: No such file")
            self.expect(ltl("-F", folder), 2, stderr="directory")

    def test_answers_before_the_end(self):
        with subprocess.Popen([PROGRAM, "ltl", "-", "--format", "hoa"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            process.stdin.write(b"G a\n")
            process.stdin.flush()
            self.assertEqual(process.stdout.readline(), b"HOA: v1\n")
            process.stdin.close()
            self.assertEqual(process.wait(20), 0)

    def test_reader_that_leaves(self):
        with subprocess.Popen([PROGRAM, "ltl", "-", "--format", "hoa"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE) as process:
            process.stdin.write(b"G a\n")
            process.stdin.flush()
            process.stdout.readline()
            process.stdout.close()
            try:
                process.stdin.write(b"a U b\n" * 1000)
                process.stdin.close()
            except BrokenPipeError:
                pass
            self.assertEqual(process.stderr.read(), b"")
            self.assertEqual(process.wait(20), 3)

    def test_full_disk(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            self.expect(ltl("G a", stdout=full), 2, stderr="cannot write: No space left")


class BadInput(program.Case):
    def expect_soon(self, text, codes, stderr=None, limit=5):
        """An answer within the time limit and some."""
        begin = time.monotonic()
        done = ltl("-F", "-", "--max-time", limit, text=text)
        self.assertLess(time.monotonic() - begin, 3 * limit + 5)
        self.assertIn(done.returncode, codes, done.stderr[:2000])
        self.assertLess(len(done.stderr), 5000)
        for word in stderr or []:
            self.assertIn(word, done.stderr)

    def test_wrong_text(self):
        for text, message in [
            ("", "formula:1:1: error: the formula is empty"),
            ("  ", "error: the formula is empty"),
            ("((a)", "formula:1:1: error: this '(' is never closed"),
            ("a)", "formula:1:2: error: this ')' closes nothing"),
            ("a $ b", "formula:1:3: error: unknown operator '$'"),
            ("a # b", "formula:1:3: error: unknown operator '#'"),
            ("a b", "formula:1:3: error:"),
            ("G ä", "formula:1:3: error: formulas are written in ASCII"),
            ("a \x01 b", "formula:1:3: error: unexpected control character"),
            ("a U", "formula:1:4: error: an operand is missing"),
        ]:
            with self.subTest(text=text):
                done = self.expect(ltl(text), 2, stderr=message)
                self.assertEqual((done.stdout, "\x01" in done.stderr), ("", False))
        self.expect(ltl('G "\u00e4"'), 0, "\u00e4")

    def test_rubbish(self):
        done = subprocess.run([PROGRAM, "ltl", "-"], input=bytes(range(256)) * 40, capture_output=True, timeout=60)
        self.assertEqual(done.returncode, 2)
        self.assertNotIn(b"\0", done.stderr)

    def test_deep(self):
        self.expect_soon("(" * DEEP + "a" + ")" * DEEP, [0])
        self.expect_soon("(" * DEEP + "a", [2], ["<stdin>:1:100000: error: this '(' is never closed"])
        self.expect_soon("!" * DEEP + "a", [0])
        self.expect_soon("G F " * DEEP + "a", [0, 3])
        self.expect_soon("X " * DEEP + "a", [0, 3])
        self.expect_soon("a U (" * DEEP + "b" + ")" * DEEP, [0, 3])
        self.expect_soon("(" * DEEP + "a" + " U b)" * DEEP, [0, 3])

    def test_long(self):
        self.expect_soon("a" * 1_000_000, [0])
        self.expect_soon(" | ".join(f"a{i % 50}" for i in range(170_000)), [0])
        self.expect_soon("@#$" * 350_000, [2], ["<stdin>:1:2: error: unknown operator '#'"])
        self.expect_soon(" | ".join(f"a{i}" for i in range(120_000)), [0, 3])

    def test_65_atoms(self):
        self.expect_soon(" & ".join(f"a{i}" for i in range(65)), [0])
        self.expect_soon(" & ".join(f"G F a{i}" for i in range(65)), [3], ["more than 64 acceptance sets"])
        self.expect(ltl("--check", " & ".join(f"a{i}" for i in range(65))), 3, "more than 64 atoms")

    def test_limits(self):
        many = " & ".join(f"F a{i}" for i in range(12))
        self.expect(ltl("--max-states", 100, many), 3, stderr="no automaton: the limit of states was reached")
        self.expect(ltl("--max-time", 0.001, many), 3, stderr="no automaton: the time limit was reached")
        report, code = run_json("ltl", "--max-states", 100, many)
        self.assertEqual((code, report["states"]), (3, None))
        self.expect(ltl("--max-states", 2, many, "a"), 3, "tgba, 2 states")

    def test_limits_while_the_automaton_is_analysed(self):
        """It has 6561 states; whether it is unambiguous takes minutes to find out."""
        large = " & ".join(f"F (a{i} & X b{i})" for i in range(8))
        start = time.time()
        self.expect(ltl("--max-time", 5, large), 0, "6561 states")
        self.assertLess(time.time() - start, 25)
        process = subprocess.Popen([PROGRAM, "ltl", large], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        time.sleep(0.7)
        process.terminate()
        process.communicate(timeout=20)


program.main()
