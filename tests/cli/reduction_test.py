# SPDX-License-Identifier: Apache-2.0
"""Partial-order reduction as its users meet it: the same verdicts, a reason where it is off or refused, sizes, explanations."""

import csv
import json
import os
import re
import subprocess
import tempfile

import program
from program import PROGRAM, ROOT, environment, run, run_json
from searches import REDUCIBLE

MODELS = ROOT / "models"
PETERSON = MODELS / "dve" / "peterson.dve"
PHILOSOPHERS = MODELS / "promela" / "philosophers.pml"
SETS = ("ample", "stubborn")
MOST_STATES = 50_000
# The verdicts of models/expected.csv as the JSON output names them.
VERDICTS = {"holds": "holds", "unreachable": "holds", "violated": "violated", "reachable": "violated"}
FORMULA = ["--ltl", "G F P_0.wait"]


def expected():
    """The rows of models/expected.csv for small models, by model."""
    found = {}
    with open(MODELS / "expected.csv", newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["model"].startswith("promela/") and row["kind"] == "ltl":
                continue  # the same formulas are properties of the model
            if row["model"].startswith(("dve/", "promela/")) and int(row["states"] or 0) <= MOST_STATES:
                found.setdefault(row["model"], []).append(row)
    return found


def parts(rows):
    """Questions that are asked together. Deadlocks are looked for in another way if nothing is asked beside them."""
    for kinds in (("property", "ltl"), ("invariant", "reach", "assert", "deadlock"), ("deadlock",)):
        part = [row for row in rows if row["kind"] in kinds]
        if part:
            yield part


def arguments(rows):
    asked, defines = [], {}
    for row in rows:
        asked += [f"--{row['kind']}"] + ([row["formula"]] if row["formula"] else [])
        defines.update(json.loads(row["defines"] or "{}"))
    for name, expression in defines.items():
        asked += ["--define", f"{name}={expression}"]
    return asked


def verdict_of(report, row):
    """The verdict on what the row asks."""
    for finding in report["properties"]:
        if row["kind"] == "property":
            same = row["formula"] in ("", finding["name"]) and finding["kind"] in ("property", "ltl")
        else:
            same = finding["kind"] == row["kind"] and (finding["formula"] == row["formula"] or not row["formula"])
        if same:
            return finding["verdict"]
    return "not asked"


class Verdicts(program.Case):
    def check_models(self, language, sets):
        count = partial = 0
        for model, rows in expected().items():
            if not model.endswith(language):
                continue
            for part in parts(rows):
                report, code = run_json("check", MODELS / model, *arguments(part), "--por", sets)
                for row in part:
                    with self.subTest(model=model, sets=sets, kind=row["kind"], formula=row["formula"]):
                        self.assertEqual(verdict_of(report, row), VERDICTS[row["verdict"]])
                        count += 1
                self.assertEqual(code, int(any(row["verdict"] in ("violated", "unreachable") for row in part)), (model, part))
                partial += sum(finding["statistics"]["partial"] for finding in report["properties"])
        self.assertGreater(count, 100)
        self.assertGreater(partial, 10_000)  # something was left out

    def test_dve_ample(self):
        self.check_models(".dve", "ample")

    def test_dve_stubborn(self):
        self.check_models(".dve", "stubborn")

    def test_promela_ample(self):
        self.check_models(".pml", "ample")

    def test_promela_stubborn(self):
        self.check_models(".pml", "stubborn")

    def test_every_search_and_proviso(self):
        """One that holds and one that does not, by each search with each proviso that goes with it."""
        names = [proviso["name"] for proviso in run_json("provisos")[0]["provisos"] if not proviso["needs"]]
        self.assertGreater(len(names), 10)
        questions = ["--property", "delivers_if_links_work", "--property", "always_delivers"]
        for number, name in enumerate(names):
            algorithm = REDUCIBLE[number % len(REDUCIBLE)]
            nested = ("select-bit", "discard")[number % 2]
            report, code = run_json("check", MODELS / "promela" / "alternating_bit.pml", *questions, "--por", SETS[number // 2 % 2],
                                    "--proviso", name, "--algorithm", algorithm, "--nested-por", nested)
            with self.subTest(proviso=name, algorithm=algorithm, nested=nested):
                self.assertEqual([finding["verdict"] for finding in report["properties"]], ["holds", "violated"])
                self.assertEqual(code, 1)
                self.assertEqual(report["properties"][0]["reduction"]["proviso"], name)


class Off(program.Case):
    """A reduction that would not preserve the verdict is not used, and a note says so. There still is a verdict."""

    def note(self, model, *options, text=None):
        plain, code = run_json("check", model, *options, text=text)
        report, reduced_code = run_json("check", model, *options, "--por", "stubborn", text=text)
        self.assertEqual(reduced_code, code)
        notes = set()
        for before, after in zip(plain["properties"], report["properties"]):
            self.assertEqual(before["verdict"], after["verdict"])
            self.assertEqual(before["statistics"]["states"], after["statistics"]["states"])
            self.assertNotIn("reduction", after)
            self.assertEqual(after["statistics"]["partial"], 0)
            found = [note for note in after["notes"] if note.startswith("without partial-order reduction: ")]
            self.assertEqual(len(found), 1, after["notes"])
            notes.add(found[0])
        self.assertEqual(len(notes), 1)
        return notes.pop()

    def test_formulas_that_notice(self):
        self.assertIn("repeated", self.note(PETERSON, "--ltl", "X P_0.wait"))
        self.assertIn("repeated", self.note(PETERSON, "--ltl", "G (P_0.asked -> X P_0.wait)"))

    def test_formulas_that_do_not(self):
        """X alone is no obstacle: these mean G F and G (asked -> G asked)."""
        for formula in ("G F X P_0.wait", "G (P_0.asked -> X P_0.asked)"):
            report, _ = run_json("check", PETERSON, "--ltl", formula, "--por", "stubborn")
            self.assertIn("reduction", report["properties"][0])

    def test_options(self):
        self.assertIn("left waiting", self.note(PETERSON, *FORMULA, "--fair"))
        self.assertIn("shortest run", self.note(PETERSON, *FORMULA, "--minimize", "min-bfs"))
        self.assertIn("approximate", self.note(PETERSON, "--deadlock", "--bitstate", "20"))

    def test_property_process(self):
        self.assertIn("repeated", self.note(MODELS / "dve" / "peterson_property.dve", "--property"))

    def test_models(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "model.pml")

            def write(text):
                with open(path, "w", encoding="utf-8") as file:
                    file.write(text)

            write("byte x; active [2] proctype P() { x++ } ltl p { [] (_last < 2) }")
            self.assertIn("moved last", self.note(path, "--property", "p"))
            self.expect(run("explore", path, "--por", "ample"), 2, stderr=["cannot be reduced", "moved last"])
            write("byte x; active proctype P() priority 3 { x = 1 } active proctype Q() priority 1 { x = 2 }")
            self.assertIn("priorities", self.note(path, "--assert", "--search", "dfs"))
            self.expect(run("explore", path, "--por", "ample"), 2, stderr=["cannot be reduced", "priorities"])
            self.expect(run("explore", path, "--por", "ample", "--explain", "0"), 2, stderr=["cannot be reduced", "priorities"])
        lockstep = "byte x; process P { state s; init s; trans s -> s { effect x = 1; }; } system sync;"
        self.assertIn("at the same time", self.note("-", "--reach", "x == 1", "--search", "dfs", text=lockstep))


class Refused(program.Case):
    """Options that cannot be combined are refused, with the reason and the nearest alternative."""

    def refuse(self, *options, words, command="check", model=PETERSON):
        done = run(command, model, *options)
        said = re.sub(r"\s+", " ", done.stdout + done.stderr)  # lines are broken anywhere
        self.assertEqual(done.returncode, 2, said)
        for word in words:
            self.assertIn(word, said)
        self.assertNotIn("holds ", said)
        self.assertTrue((done.stderr or done.stdout).endswith("\n"), said)

    def test_names(self):
        for command, asked in (("check", FORMULA), ("explore", [])):
            por = [*asked, "--por", "ample", "--proviso"]
            self.refuse(*por, "Nonsense", command=command, words=["no proviso 'Nonsense'", "lariat provisos"])
            self.refuse(*por, "CondDset", command=command, words=["no proviso 'CondDset'", "did you mean CondDest?"])
            self.refuse(*por, "SourceKnown", command=command, words=["order of successors", "nearest is CondSourceKnown"])
            self.refuse(*por, "DestUnknown", command=command, words=["order of successors", "nearest is CondDestUnknown"])
            self.refuse(*por, "HighlinkDest", command=command, words=["Weighted", "nearest is HighlinkWeightedDest"])
            self.refuse(*por, "DeadSource", command=command, words=["colours", "nearest is Source"])
            self.refuse(*asked, "--por", "amlpe", command=command, words=["did you mean 'ample'?"])
        self.refuse(*FORMULA, "--por", "ample", "--nested-por", "select-bits",
                    words=["no way to repeat a reduction 'select-bits'", "did you mean 'select-bit'?"])

    def test_every_composition_that_there_is(self):
        names = [proviso["name"] for proviso in run_json("provisos")[0]["provisos"]]
        self.assertGreater(len(names), 40)
        for name in names:  # refused by none of the spelling
            self.expect(run("explore", PETERSON, "--por", "ample", "--proviso", name, "--no-full"), 0, stdout=name)

    def test_without_a_reduction(self):
        self.refuse(*FORMULA, "--proviso", "CondDest", words=["--proviso", "--por ample or --por stubborn"])
        self.refuse(*FORMULA, "--nested-por", "discard", words=["--nested-por", "--por ample or --por stubborn"])
        self.refuse("--proviso", "CondDest", command="explore", words=["--proviso", "--por ample or --por stubborn"])
        self.refuse("--no-full", command="explore", words=["--no-full", "--por"])
        self.refuse("--explain", "0", command="explore", words=["--explain", "--por ample or --por stubborn"])

    def test_searches(self):
        self.refuse(*FORMULA, "--por", "ample", "--algorithm", "cvwy", words=["cvwy does not go with", "hpy"])
        self.refuse(*FORMULA, "--por", "ample", "--algorithm", "cvwy-gen", words=["cvwy-gen does not go with", "ascc"])
        for name in ("owcty", "map", "owcty-map"):
            self.refuse(*FORMULA, "--por", "ample", "--algorithm", name, words=[f"{name} does not go with", "Rank goes with it"])
            done = run("check", PETERSON, *FORMULA, "--por", "ample", "--proviso", "Rank", "--algorithm", name)
            self.assertEqual(done.returncode, run("check", PETERSON, *FORMULA).returncode, name)
        for nested in ("hpy", "se", "gmz", "and"):
            self.refuse(*FORMULA, "--por", "ample", "--algorithm", nested, "--proviso", "HighlinkWeightedSourceKnown",
                        words=["strongly connected components", f"{nested} is a nested one; WeightedSourceKnown goes with it"])

    def test_what_a_proviso_does_not_keep(self):
        self.refuse(*FORMULA, "--por", "ample", "--proviso", "None", words=["None keeps deadlocks", "not infinite runs"])
        self.refuse(*FORMULA, "--por", "ample", "--proviso", "Terminal", words=["what can be reached", "CondDest keeps them"])
        self.refuse("--assert", "--deadlock", "--por", "ample", "--proviso", "None", words=["None keeps deadlocks", "Terminal does"])
        self.refuse("--invariant", "turn < 2", "--por", "ample", "--proviso", "None", words=["None keeps deadlocks", "Terminal does"])
        self.expect(run("check", PETERSON, "--deadlock", "--por", "ample", "--proviso", "None"), 0, stdout="holds")

    def test_breadth_first(self):
        for command, asked in (("check", ["--assert"]), ("explore", [])):
            self.refuse(*asked, "--por", "ample", "--proviso", "CondDest", "--search", "bfs", command=command,
                        words=["CondDest is for searches depth first", "Terminal"])

    def test_select_number(self):
        asked = [*FORMULA, "--por", "ample", "--algorithm", "hpy", "--nested-por", "select-number", "--proviso"]
        self.refuse(*asked, "CondDest", words=["the proviso Source can and CondDest cannot", "nearest is select-bit"])
        self.expect(run("check", PETERSON, *asked, "Source"), 1, stdout="violated")

    def test_other_ways_to_explore(self):
        for option in ("--dot", "--hoa", "--scc"):
            self.refuse("--por", "ample", option, command="explore", words=[option, "--por"])
        self.refuse("--por", "ample", "--bitstate", "20", command="explore", words=["--por", "explore everything"])


class Sizes(program.Case):
    def test_full_and_reduced(self):
        for sets in SETS:
            text = self.expect(run("explore", PHILOSOPHERS, "--por", sets), 0, stdout=[sets, "Terminal", "% of 1,743", "full time"]).stdout
            part = int(re.search(r"states +(\d+)  [\d.]+% of 1,743", text).group(1))
            self.assertLess(part, 1743)
            text = self.expect(run("explore", PHILOSOPHERS, "--por", sets, "--no-full"), 0).stdout
            self.assertNotIn("full", text)
            self.assertIn(f" {part}\n", text)

    def test_json(self):
        report, code = run_json("explore", PHILOSOPHERS, "--por", "stubborn")
        self.assertEqual(code, 0)
        self.assertEqual(report["reduction"], {"method": "stubborn", "proviso": "Terminal"})
        self.assertEqual({key: report["full"][key] for key in ("complete", "states", "transitions", "deadlocks", "errors")},
                         {"complete": True, "states": 1743, "transitions": 7335, "deadlocks": 1, "errors": 0})
        statistics = report["statistics"]
        self.assertEqual(statistics["deadlocks"], 1)
        self.assertTrue(0 < statistics["states"] < 1743)
        self.assertTrue(0 <= statistics["expanded"] <= statistics["partial"] <= statistics["states"])
        self.assertGreater(statistics["proviso_bytes"], 0)
        short, _ = run_json("explore", PHILOSOPHERS, "--por", "stubborn", "--no-full")
        self.assertNotIn("full", short)
        self.assertEqual(short["statistics"]["states"], statistics["states"])
        plain, _ = run_json("explore", PHILOSOPHERS)
        self.assertFalse({"reduction", "full"} & set(plain))
        self.assertNotIn("partial", plain["statistics"])

    def test_nothing_more_is_found(self):
        """A reduced space is a part of the full one, for every proviso; Full is all of it."""
        for proviso in ("None", "Terminal", "Source", "CondDest", "HighlinkWeightedSourceKnown", "Full"):
            statistics = run_json("explore", PHILOSOPHERS, "--por", "stubborn", "--proviso", proviso, "--no-full")[0]["statistics"]
            self.assertLessEqual(statistics["states"], 1743)
            self.assertLessEqual(statistics["transitions"], 7335)
            self.assertEqual(statistics["deadlocks"], 1)
            if proviso == "Full":
                self.assertEqual((statistics["states"], statistics["transitions"]), (1743, 7335))

    def test_check_says_what_it_did(self):
        done = self.expect(run("check", PHILOSOPHERS, "--property", "neighbours", "--por", "ample", "--stats"), 0)
        self.assertRegex(done.stdout, r"reduction +ample, CondDest")
        self.assertRegex(done.stdout, r"states with a reduced set +\d+")
        self.assertNotIn("reduced set", run("check", PHILOSOPHERS, "--property", "neighbours", "--stats").stdout)

    def test_limit(self):
        report, code = run_json("explore", PHILOSOPHERS, "--por", "stubborn", "--max-states", "50")
        self.assertEqual((code, report["complete"], report["full"]["complete"]), (3, False, False))

    def test_errors_are_kept(self):
        """The run-time error comes after steps that could be put off for ever."""
        text = ("byte x = 250; process P { state s; init s; trans s -> s { effect x = x + 1; }; }\n"
                "process Q { byte y; state s; init s; trans s -> s { effect y = 1 - y; }; } system async;")
        for sets in SETS:
            done = run("explore", "-", "--por", sets, text=text)
            self.expect(done, 1, stdout="errors")
            self.expect(run("check", "-", "--assert", "--por", sets, text=text), 1, stdout="violated")


class Explanations(program.Case):
    def test_initial_state(self):
        done = self.expect(run("explore", PHILOSOPHERS, "--por", "stubborn", "--explain", "0"), 0,
                           stdout=["state 0", "fork[0] = false", "1 of 5 steps", "explored", "waits", "the set begins here"])
        self.assertEqual(done.stdout.count("waits  "), 4)
        self.expect(run("explore", PETERSON, "--por", "stubborn", "--explain", "0"), 0, stdout="2 steps, and all are explored")

    def test_all_steps_are_explained(self):
        """A state that is not reduced: which variable forces the second step in."""
        text = "byte x; active proctype P() { x = 1 } active proctype Q() { byte y; x == 0; y = x }"
        self.expect(run("explore", "-", "--language", "promela", "--por", "stubborn", "--explain", "0", text=text), 0,
                    stdout=["2 steps, and all are explored", "why one of them brings in all others", "the set begins here",
                            "it reads x, which is written by P[0]"])

    def test_no_such_state(self):
        done = self.expect(run("explore", PETERSON, "--por", "stubborn", "--explain", "20"), 2,
                           stderr=["lariat: error: there is no state 20", "has 20 states, numbered from 0\n"])
        self.assertEqual(done.stdout, "")
        self.expect(run("explore", PETERSON, "--por", "stubborn", "--explain", "19"), 0, stdout="state 19")
        for number in ("-1", "one", "99999999999999999999999"):
            self.expect(run("explore", PETERSON, "--por", "stubborn", "--explain", number), 2)

    def test_json(self):
        for sets in SETS:
            for state in (0, 7, 500, 1742):
                report, code = run_json("explore", PHILOSOPHERS, "--por", sets, "--explain", state)
                self.assertEqual(code, 0)
                self.assertEqual(list(report)[:3], ["command", "version", "input"])
                self.assertEqual((report["command"], report["input"], report["state"]), ("explore", str(PHILOSOPHERS), state))
                self.assertTrue(0 <= report["explored"] <= report["steps"] <= 5)
                if report["explored"] < report["steps"]:
                    self.assertTrue(report["reasons"])
                elif sets == "ample" or report["steps"] < 2:
                    self.assertFalse(report["reasons"])
                known = set()
                for reason in report["reasons"]:
                    self.assertIn(reason["why"], ("seed", "alternative", "conflict", "partner", "enabling", "arriving", "visible"))
                    if reason["why"] == "seed":
                        self.assertNotIn("cause", reason)
                        self.assertTrue(reason["enabled"])
                    else:
                        self.assertIn(reason["cause"], known)
                    known.add(reason["transition"])

    def test_limit(self):
        done = run("explore", MODELS / "bench" / "fischer_7.dve", "--por", "ample", "--explain", "900000", "--max-time", "0.05")
        self.expect(done, 3, stderr="state 900000 was not met")


class Robustness(program.Case):
    def test_closed_pipe(self):
        for options in (["--explain", "500"], []):
            with subprocess.Popen([PROGRAM, "explore", str(PHILOSOPHERS), "--por", "stubborn", *options], stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, env=environment()) as child:
                child.stdout.close()
                self.assertNotIn(b"internal", child.stderr.read())
                self.assertIn(child.wait(timeout=30), (0, 3))

    def test_output_that_cannot_be_written(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("no /dev/full")
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = run("explore", PHILOSOPHERS, "--por", "stubborn", "--explain", "0", stdout=full)
        self.assertEqual(done.returncode, 2, done.stderr)

    def test_runs_can_be_replayed(self):
        with tempfile.TemporaryDirectory() as folder:
            saved = os.path.join(folder, "run.json")
            self.expect(run("check", PHILOSOPHERS, "--property", "no_starvation", "--por", "stubborn", "--trace", saved), 1)
            self.expect(run("replay", PHILOSOPHERS, saved), 0)


program.main()
