# SPDX-License-Identifier: Apache-2.0
"""lariat replay: runs that were saved, and files that are none."""

import copy
import json
import pathlib
import random
import tempfile

import program
from program import ROOT, run, run_json

# P sends what Q receives; Q then stops.
MEET = """channel {byte} c;
process P {
  byte n = 3;
  state p, done;
  init p;
  trans p -> done { sync c!n; };
}
process Q {
  byte m;
  state q;
  init q;
  trans q -> q { sync c?m; };
}
system async;
"""

DVE = ROOT / "models" / "dve"


class Files(program.Case):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.model = self.write("meet.dve", MEET)
        self.saved = pathlib.Path(self.folder.name, "run.json")
        self.expect(run("simulate", self.model, "--trace", self.saved), 0)

    def write(self, name, text):
        path = pathlib.Path(self.folder.name, name)
        path.write_text(text, encoding="utf-8")
        return path

    def load(self):
        return json.loads(self.saved.read_text(encoding="utf-8"))

    def replay(self, document, code=0, model=None, **options):
        text = document if isinstance(document, str) else json.dumps(document)
        return self.expect(run("replay", model or self.model, self.write("changed.json", text)), code, **options)


class Replay(Files):
    def test_text(self):
        done = self.expect(run("replay", "meet.dve", "run.json", cwd=self.folder.name), 0)
        self.assertEqual(done.stdout, f"""\
a run of {self.model}: 1 step
    1  P  meet.dve:6   sends     p -> done {{ sync c!n; }}
       Q  meet.dve:12  receives  q -> q {{ sync c?m; }}
                         Q->m: 0 -> 3
""")

    def test_colours_are_not_escaped(self):
        done = run("replay", self.model, self.saved, "--color", "always")
        self.assertIn("\x1b[1mP\x1b[0m", done.stdout)
        self.assertNotIn("\\x1b", done.stdout)

    def test_states(self):
        done = self.expect(run("replay", "meet.dve", "run.json", "--state", cwd=self.folder.name), 0)
        self.assertEqual(done.stdout, f"""\
a run of {self.model}: 1 step
       initial state
         P  p     n = 3
         Q  q     m = 0
    1  P  meet.dve:6   sends     p -> done {{ sync c!n; }}
       Q  meet.dve:12  receives  q -> q {{ sync c?m; }}
                         Q->m: 0 -> 3
         P  done  n = 3
         Q  q     m = 3
""")

    def test_standard_input(self):
        self.expect(run("replay", self.model, "-", text=self.saved.read_text(encoding="utf-8")), 0, stdout="Q->m: 0 -> 3")
        self.expect(run("replay", "-", self.saved, text=MEET), 0, stdout="Q->m: 0 -> 3")

    def test_a_cycle_by_hand(self):
        """The last state repeats: a step without a process."""
        document = self.load()
        document["cycle"] = [{"actions": [], "changes": []}]
        done = self.replay(document, stdout="2 steps, the last of which repeats for ever")
        self.assertTrue(done.stdout.endswith(
            "┌─ the following repeats for ever ─\n│   2  the system has come to its end and stays there\n"
            "└─ and again from step 2 ─\n"), done.stdout)

    def test_json(self):
        report, code = run_json("replay", self.model, self.saved)
        self.assertEqual((code, report["command"]), (0, "replay"))
        saved = self.load()
        for field in ("run_format", "model", "language", "property", "initial", "stem", "cycle"):
            self.assertEqual(report[field], saved[field])
        self.assertEqual(report["initial"], [{"name": "P", "value": "p"}, {"name": "P->n", "value": "3"},
                                             {"name": "Q", "value": "q"}, {"name": "Q->m", "value": "0"}])
        self.assertEqual([a["name"] for a in report["stem"][0]["actions"]], ["P", "Q"])
        self.assertEqual(report["stem"][0]["actions"][0]["text"], "p -> done { sync c!n; }")

    def test_counterexamples_of_check(self):
        for model, arguments, words in [
            ("peterson.dve", ["--ltl", "G F cs", "--define", "cs=P_0.critical"], ["G F cs", "repeat for ever"]),
            ("philosophers.dve", ["--deadlock"], ["deadlock"]),
            ("hyman.dve", ["--invariant", "P_0.critical + P_1.critical <= 1"], ["P_0.critical"]),
        ]:
            saved = pathlib.Path(self.folder.name, "lasso.json")
            self.expect(run("check", DVE / model, *arguments, "--trace", saved), 1)
            self.expect(run("replay", DVE / model, saved), 0, stdout=words)
            self.expect(run("replay", DVE / model, saved, "--automaton", "--state"), 0, stdout=words)


class Steps(Files):
    def test_back_and_forth(self):
        document = self.load()
        document["cycle"] = [{"actions": [], "changes": []}]
        path = self.write("lasso.json", json.dumps(document))
        done = self.expect(run("replay", self.model, path, "--steps", text="\n\n\nb\nb\nb\ns\nx\nq\n\n"), 0)
        lines = done.stdout.splitlines()
        self.assertEqual(sum(l.startswith("    1  P  ") for l in lines), 2, done.stdout)  # forth and back
        self.assertEqual(sum("┌─" in l for l in lines), 1)
        self.assertEqual(sum("└─" in l for l in lines), 2)  # at the end, and when asked for more
        self.assertIn("back at the beginning", lines)
        self.assertIn("this is the beginning", lines)
        self.assertEqual(lines[-1], "Enter: next, b: back, s: state, q: quit")
        self.assertEqual(lines[-3:-1], ["         P  p     n = 3", "         Q  q     m = 0"])

    def test_the_end_of_the_input_is_an_end(self):
        done = self.expect(run("replay", self.model, self.saved, "--steps", text="\n"), 0)
        self.assertTrue(done.stdout.endswith("this is the end of the run\n"))

    def test_usage(self):
        for arguments, message in [([self.model, self.saved, "--steps", "--json"], "--steps: not with --json"),
                                   ([self.model, "-", "--steps"], "FILE: the standard input is needed"),
                                   (["-", "-"], "MODEL: the standard input is needed"),
                                   ([self.model], "FILE is required"),
                                   ([self.model, "no/such.json"], "no/such.json: error: cannot open")]:
            self.expect(run("replay", *arguments), 2, stderr=message)


class Wrong(Files):
    def test_no_json(self):
        for text, message in [("", ":1:1: error: this is no JSON"), ("{\n  \"run_format\": 1,\n  oops\n}", ":3:3: error: this is no JSON"),
                              ("{} {}", "this is no JSON"), ("\0", "this is no JSON"), ("[" * 100000, "nested too deeply"),
                              ('{"7E777": 7,\n "a": -7E777}', ":2:7: error: the number is too large"),
                              ("[0.00001e310,\n \"\\\"\", 1e310, 1e310]", ":2:8: error: the number is too large"),
                              ("[1" + "0" * 400 + "]", ":1:2: error: the number is too large"),
                              ("{\"a\":" * 100000, "nested too deeply"), ("[]", "this is no run that lariat saved"),
                              ("{}", "this is no run that lariat saved"), ("null", "this is no run that lariat saved")]:
            self.replay(text, 2, stderr=message)

    def test_caret(self):
        done = self.replay("{\n  \"run_format\": 1,\n  oops\n}", 2)
        self.assertEqual(done.stderr.splitlines()[1:], ["    oops", "    ^"])

    def test_versions(self):
        document = self.load()
        document["run_format"] = 2
        self.replay(document, 2, stderr="the run has format 2, and this lariat reads only format 1")

    def test_languages(self):
        document = self.load()
        document["language"] = "Promela"
        self.replay(document, 2, stderr="the run is of a model in the language 'Promela', and this one is in dve")

    def test_fields_of_the_wrong_type(self):
        """Whatever single value is dropped or replaced, the file is refused or still means the same run."""
        generator = random.Random(1)
        good = self.expect(run("replay", self.model, self.saved), 0).stdout
        document = self.load()

        def places(value, path=()):
            yield path
            items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
            for key, inner in items:
                yield from places(inner, (*path, key))

        for path in [p for p in places(document) if p]:
            for replacement in (None, -1, 1.5, 1e300, 2**40, 7, "x", "", [], {}, True, [[]], "drop"):
                changed = copy.deepcopy(document)
                at = changed
                for key in path[:-1]:
                    at = at[key]
                if replacement == "drop":
                    del at[path[-1]]
                else:
                    at[path[-1]] = replacement
                if generator.random() < 0.6:
                    continue
                done = run("replay", self.model, self.write("changed.json", json.dumps(changed)))
                self.assertIn(done.returncode, (0, 2), (path, replacement, done.stderr))
                if done.returncode == 2:
                    self.assertIn("error: ", done.stderr)
                elif path[0] not in ("model", "property"):
                    self.assertEqual(done.stdout, good, (path, replacement))

    def test_processes(self):
        document = self.load()
        document["stem"][0]["actions"][0].update(process=9, name="P_9")
        self.replay(document, 2, stderr="step 1: there is no process 'P_9' of number 9 here; the model may have changed")
        document["stem"][0]["actions"][0].update(process=0, name="R")
        self.replay(document, 2, stderr="step 1: the process of number 0 is P, not 'R'; the model may have changed")
        document["stem"][0]["actions"][0].update(process=None)
        self.replay(document, 2, stderr="the model has no process that watches the others")

    def test_steps_that_are_not_possible(self):
        changed = "the model may have changed since the run was saved"
        document = self.load()
        document["stem"].append(document["stem"][0])
        self.replay(document, 2, stderr=f"step 2: P cannot do this here; {changed}")
        document = self.load()
        document["stem"][0]["actions"].pop()
        self.replay(document, 2, stderr=f"step 1: P cannot do this here; {changed}")
        document = self.load()
        document["stem"].insert(0, {"actions": [], "changes": []})
        self.replay(document, 2, stderr=f"step 1: the system is not stuck here; {changed}")
        document = self.load()
        document["stem"][0]["changes"][0]["after"] = "4"
        self.replay(document, 2, stderr=f"step 1: what P does here has another effect; {changed}")
        document = self.load()
        document["stem"][0]["fault"] = {"message": "division by zero", "line": 1, "column": 1}
        self.replay(document, 2, stderr=f"step 1: what goes wrong here is something else; {changed}")
        document = self.load()
        document["stem"], document["cycle"] = [], document["stem"]
        self.replay(document, 2, stderr="the cycle does not close: it ends in another state")
        document = self.load()
        document["automaton"] = 3
        self.replay(document, 2, stderr="step 1: the automaton is not in all steps")

    def test_models_that_changed(self):
        changed = "the model may have changed since the run was saved"
        for changes, message in [({"n = 3": "n = 4"}, "the run does not begin with P->n = 4, as the model does"),
                                 ({"byte m;": "byte m, k;"}, "'Q->k' is the first that differs"),
                                 ({"byte m;": "byte o;", "c?m": "c?o"}, "'Q->o' is the first that differs"),
                                 ({"sync c!n": "sync c!(n + 1)"}, "step 1: P cannot do this here"),
                                 ({"init q;": "init q;\n"}, "step 1: P cannot do this here")]:
            text = MEET
            for old, new in changes.items():
                text = text.replace(old, new)
            self.replay(self.load(), 2, model=self.write("other.dve", text), stderr=[message, changed])


program.main()
