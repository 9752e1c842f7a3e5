# SPDX-License-Identifier: Apache-2.0
"""Warnings beside verdicts, input of any name, several models, budgets for the whole call, help."""

import json
import os
import pathlib
import pty
import select
import signal
import subprocess
import tempfile
import time

import program
from program import COMMANDS, PROGRAM, ROOT, environment, run, run_json

TURNS = """byte turn; bool asked; chan c = [1] of { byte };
active [2] proctype P() {
  do :: turn == _pid -> cs: turn = 1 - turn od
}
init { c!1 }
"""
COUNTER = """byte x;
process P { state a; init a; trans a -> a { guard x < 3; effect x = x + 1; }; }
system async;
"""
LARGE = "".join(f"byte x{i};\nprocess P{i} {{ state a; init a; trans a -> a {{ guard x{i} < 40; effect x{i} = x{i} + 1; }}; }}\n"
                for i in range(6)) + "system async;\n"


def warnings(*options, text=TURNS):
    report, code = run_json("check", "-", *options, text=text)
    return [warning["kind"] for entry in report["properties"] for warning in entry["warnings"]], code


class Warnings(program.Case):
    def test_strict(self):
        for options, kinds in [(["--ltl", "[] (asked -> <> P[0]@cs)"], ["vacuous"]), (["--ltl", "[] !P[5]@cs"], ["no-process"]),
                               (["--ltl", "[] !(P[0]@cs && P[1]@cs)"], []), (["--invariant", "!P[2]@cs"], ["no-process"])]:
            self.assertEqual(warnings(*options), (kinds, 0), options)
            self.assertEqual(warnings(*options, "--strict"), (kinds, int(bool(kinds))), options)
            self.assertEqual(warnings(*options, "--strict", "--vacuity", 0), ([], 0), options)

    def test_text(self):
        self.expect(run("check", "-", "--ltl", "[] (asked -> <> P[0]@cs)", text=TURNS), 0,
                    "warning: `asked` is never true, so that nothing is asked of")
        self.expect(run("check", "-", "--progress-cycles", text=TURNS), 1, "warning: the model has no progress label")


class Properties(program.Case):
    def test_probes(self):
        for formula, verdict in (("<> full(c)", "holds"), ("[] nfull(c)", "violated"), ("[] (empty(c) || !nfull(c))", "holds"), ("<> !empty(c)", "holds")):
            report, _ = run_json("check", "-", "--fair", "--ltl", formula, text=TURNS)
            self.assertEqual(report["properties"][0]["verdict"], verdict, formula)
            block = TURNS + f"ltl p {{ {formula} }}\n"
            self.assertEqual(run_json("check", "-", "--fair", "--property", "p", text=block)[0]["properties"][0]["verdict"], verdict)

    def test_an_index_out_of_range(self):
        text = "byte a[3]; active proctype P() { a[1] = 1 }"
        for option in ("--ltl", "--invariant"):
            self.expect(run("check", "-", option, "a[3] == 0", text=text), 2, stderr=["error: the index 3 is out of range", "a[3] == 0\n", "^"])
        self.expect(run("check", "-", text="byte a[3]; byte x = 300; active proctype P() { a[4] = 1; x = -1 }"), 1,
                    stderr=["warning: the index 4 is out of range", "'x' cannot hold 300", "'x' cannot hold -1"])
        self.expect(run("check", "--syntax", "-", text="byte x; int y = 99999999999; int z = -2147483648; active proctype P() { x = 255 + 1; x = 2 * 100 }"), 0,
                    stderr="""<stdin>:1:17: warning: this number does not fit into 32 bits: 1215752191 is taken instead
  byte x; int y = 99999999999; int z = -2147483648; active proctype P() { x = 255 + 1; x = 2 * 100 }
                  ^
<stdin>:1:77: warning: 'x' cannot hold 256: its values are 0 to 255
  byte x; int y = 99999999999; int z = -2147483648; active proctype P() { x = 255 + 1; x = 2 * 100 }
                                                                              ^
""")

    def test_processes_named_like_operators(self):
        text = "".join(f"active proctype {name}() {{ byte x; do :: cs: skip od }}\n" for name in "WFGXURM")
        for number, name in enumerate("WFGXURM"):
            at = f"{name}[{number}]@cs"
            self.expect(run("check", "-", "--ltl", f"F {at} || G !{at}", "--ltl", f"[] ({name}@cs || !{name}@cs)", "--ltl", f"[] ({name}:x < 1)", text=text), 0, "holds")

    def test_reach(self):
        for expression, code in (("x == 2", 0), ("x == 9", 1)):
            self.expect(run("check", "-", "--reach", expression, text=COUNTER), code)


class Input(program.Case):
    def test_any_name(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("lock", "lock.spin", "lock.pr", "lock.txt", "lock.prom"):
                path = pathlib.Path(folder, name)
                path.write_text(TURNS, encoding="utf-8")
                self.assertEqual(run_json("explore", path)[0]["language"], "promela", name)
                path.write_text(COUNTER, encoding="utf-8")
                if language_by_name := name.endswith((".spin", ".pr", ".prom")):
                    self.assertEqual(run_json("explore", path, "--language", "dve")[0]["language"], "dve", language_by_name)
                else:
                    self.assertEqual(run_json("explore", path)[0]["language"], "dve", name)
            path.write_text("3 + 4", encoding="utf-8")
            pathlib.Path(folder, "x.y").write_text("3 + 4", encoding="utf-8")
            self.expect(run("check", pathlib.Path(folder, "x.y")), 2, stderr="say --language dve or --language promela")
        self.assertEqual(run_json("explore", "-", text=TURNS)[0]["language"], "promela")

    def test_several_models(self):
        with tempfile.TemporaryDirectory() as folder:
            good = pathlib.Path(folder, "a.dve")
            good.write_text(COUNTER, encoding="utf-8")
            pathlib.Path(folder, "b.pml").write_text(TURNS, encoding="utf-8")
            pathlib.Path(folder, "notes.txt").write_text("no model", encoding="utf-8")
            report, code = run_json("check", folder, "--assert")
            self.assertEqual(([pathlib.Path(one["input"]).name for one in report["models"]], code), (["a.dve", "b.pml"], 0))
            self.expect(run("check", folder, "--assert"), 0, ["a.dve", "b.pml"])
            pathlib.Path(folder, "c.pml").write_text("byte x = ;", encoding="utf-8")
            report, code = run_json("check", good, folder, "--assert")
            self.assertEqual((len(report["models"]), code), (3, 2))
            self.assertEqual(report["models"][2]["diagnostics"][0]["line"], 1)
            self.assertEqual(report["models"][0]["properties"][0]["verdict"], "holds")

    def test_bad_input_as_json(self):
        for arguments, text in ((["check", "-"], "byte x = ;"), (["explore", "-"], "byte x = ;"), (["check", "-", "--ltl", "G ("], COUNTER),
                                (["check", "no/such.pml"], None), (["check", "-", "--algorithm", "nonsense"], COUNTER), (["check", "-", "--nonsense"], COUNTER)):
            done = run(*arguments, "--json", text=text)
            report = json.loads(done.stdout)
            self.assertEqual(done.returncode, 2)
            self.assertEqual(report["command"], arguments[0])
            self.assertTrue(report["error"])
            self.assertEqual(report["diagnostics"][0]["severity"], "error")
            self.assertIn("error", done.stderr)

    def test_syntax(self):
        self.expect(run("check", "-", "--syntax", text=TURNS), 0, "no error in the Promela model")
        self.expect(run("check", "-", "--syntax", text="byte x = ;"), 2, stderr="error")
        self.assertEqual(run_json("check", "-", "--syntax", "--ltl", "G F x", text=COUNTER)[0]["properties"][0]["formula"], "G F x")


class Budgets(program.Case):
    def test_one_budget_for_all_properties(self):
        start = time.monotonic()
        report, code = run_json("check", "-", "--por", "none", "--max-time", 1, "--ltl", "G x0 < 41", "--ltl", "G x1 < 41", "--ltl",
                                "G x2 < 41", text=LARGE)
        self.assertLess(time.monotonic() - start, 20)
        self.assertEqual(code, 3)
        self.assertEqual([entry["reason"] for entry in report["properties"]],
                         ["the time limit was reached"] + ["not begun: the time limit was reached"] * 2)

    def test_ctrl_c_ends_one_property(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "large.dve")
            path.write_text(LARGE, encoding="utf-8")
            child = subprocess.Popen([PROGRAM, "check", path, "--por", "none", "--json", "--progress", "json", "--ltl", "G x0 < 41", "--ltl", "G x0 < 1", "--ltl", "F x0 == 41"],
                                     stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment())
            first = json.loads(child.stderr.readline())
            child.send_signal(signal.SIGINT)
            out, _ = child.communicate(timeout=60)
        self.assertEqual((first["number"], first["of"]), (1, 3))
        self.assertEqual([entry["verdict"] for entry in json.loads(out)["properties"]], ["unknown", "violated", "violated"])
        self.assertEqual(child.returncode, 1)

    def test_ctrl_c_twice_ends_all(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "large.dve")
            path.write_text(LARGE, encoding="utf-8")
            child = subprocess.Popen([PROGRAM, "check", path, "--por", "none", "--json", "--progress", "json", *sum((["--ltl", f"G x{i} < 41"] for i in range(5)), [])],
                                     stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment())
            child.stderr.readline()
            child.send_signal(signal.SIGINT)
            time.sleep(0.3)
            child.send_signal(signal.SIGINT)
            out, _ = child.communicate(timeout=60)
        reasons = [entry["reason"] for entry in json.loads(out)["properties"]]
        self.assertEqual(reasons[0], "interrupted")
        self.assertEqual(reasons[2:], ["not begun: interrupted"] * 3)
        self.assertEqual(child.returncode, 3)


class Help(program.Case):
    def test_ways_to_ask(self):
        for command in COMMANDS:
            text = self.expect(run(command, "--help"), 0).stdout
            self.assertEqual(self.expect(run(command, "-h"), 0).stdout, text)
            self.assertEqual(self.expect(run("help", command), 0).stdout, text)
            if command not in ("provisos", "algorithms", "options"):
                self.assertRegex(text, rf"\nExamples:\n  lariat {command} ")
        self.assertEqual(run("help").stdout, run("--help").stdout)
        for command in ("check", "simulate", "explore", "replay", "test"):  # what people use most comes first
            text = run(command, "--help").stdout
            self.assertGreater(text.index("\nModel:"), text.index("\nOutput:"), command)

    def test_habits(self):
        for arguments, here in ((["ltl", "-f", "a"], "without -f"), (["ltl", "-B", "a"], "--type ba"), (["ltl", "--ba", "a"], "--type ba"),
                                (["ltl", "--spin", "a"], "--format never"), (["check", "x.pml", "-a"], "--acceptance-cycles"),
                                (["simulate", "x.pml", "-i"], "--interactive")):
            self.expect(run(*arguments), 2, stderr=here)

    def test_hoa_properties(self):
        text = run("ltl", "G (a -> F b)", "--type", "ba", "--format", "hoa").stdout
        self.assertRegex(text, r"(?m)^properties: .*\bstutter-invariant\b")
        self.assertRegex(run("ltl", "F a", "--type", "ba", "--format", "hoa").stdout, r"(?m)^properties: .*\bcomplete\b.*\bvery-weak\b")
        self.assertNotIn("stutter-invariant", run("ltl", "X a", "--format", "hoa").stdout)


class History(program.Case):
    def test_arrows(self):
        """The line before comes back with the arrow, and can be changed."""
        master, slave = pty.openpty()
        with subprocess.Popen([PROGRAM, "simulate", str(ROOT / "models" / "dve" / "peterson.dve"), "--interactive"], stdin=slave, stdout=slave,
                              stderr=slave, env=environment(), start_new_session=True) as process:
            os.close(slave)
            seen = b""

            def expect(what):
                nonlocal seen
                end = time.monotonic() + 30
                while what not in seen:
                    self.assertTrue(select.select([master], [], [], end - time.monotonic())[0], seen)
                    seen += os.read(master, 4096)
                seen = seen.partition(what)[2]

            expect(b"step 1> ")
            os.write(master, b"nonsense\r")
            expect(b"'nonsense' is no command")
            os.write(master, b"\x1b[A")
            expect(b"nonsense")
            os.write(master, b"\x7f\x1b[D\x1b[D\x1b[Dx\x05\r")
            expect(b"'nonsxens' is no command")
            os.write(master, b"\x1b[A\x1b[A\x15" + b"1\r")
            expect(b"step 2> ")
            os.write(master, b"\x04")
            self.assertEqual(process.wait(timeout=30), 0)
        os.close(master)


program.main()
