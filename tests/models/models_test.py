# SPDX-License-Identifier: Apache-2.0
"""lariat says of our models what models/expected.csv says, and models/README.md knows them all.

The verdicts and numbers of states in expected.csv are Spin's (ask_spin.py) for Promela; the DVE models take the same steps.
"""

import csv
import json
import os
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
import program
from program import ROOT, run, run_json

MODELS = ROOT / "models"
COLUMNS = ["model", "kind", "formula", "defines", "verdict", "states"]
EXIT_CODES = {"holds": 0, "unreachable": 1, "violated": 1, "reachable": 0}
# For the large models only the number of states is checked, unless this is set.
ALL = bool(os.environ.get("LARIAT_ALL_MODELS"))


def rows():
    with open(MODELS / "expected.csv", newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def models():
    """Path below models/ and rows of each model."""
    found = {}
    for row in rows():
        found.setdefault(row["model"], []).append(row)
    return found


def arguments(row):
    """How the program is asked for what the row says."""
    asked = [f"--{row['kind']}"] + ([row["formula"]] if row["formula"] else [])
    for name, expression in json.loads(row["defines"] or "{}").items():
        asked += ["--define", f"{name}={expression}"]
    return asked


class Verdicts(program.Case):
    def check_language(self, ending):
        count = 0
        for model, expected in models().items():
            if not model.endswith(ending):
                continue
            path = MODELS / model
            for row in expected if ALL or not model.startswith("bench/") else []:
                with self.subTest(model=model, kind=row["kind"], formula=row["formula"]):
                    self.expect(run("check", path, *arguments(row)), EXIT_CODES[row["verdict"]], row["verdict"])
                    count += 1
            if expected[0]["states"]:
                with self.subTest(model=model, kind="states"):
                    report, code = run_json("explore", path)
                    self.assertEqual((code, report["statistics"]["states"]), (0, int(expected[0]["states"])))
        self.assertGreater(count, 100)

    def test_dve(self):
        self.check_language(".dve")

    def test_promela(self):
        done = run("check", MODELS / "promela" / "peterson.pml", "--deadlock")
        if done.returncode == 2 and "not supported" in done.stderr:
            count = sum(row["model"].endswith(".pml") for row in rows())
            print(f"skipped: {count} rows about Promela models; {done.stderr.strip()}")
            self.skipTest("lariat does not read Promela yet")
        self.check_language(".pml")


class Table(program.Case):
    """Checks of the files that run no program."""

    def test_well_formed(self):
        for row in rows():
            with self.subTest(row=row):
                self.assertEqual(list(row), COLUMNS)
                self.assertIn(row["kind"], {"ltl", "invariant", "reach", "deadlock", "assert", "property"})
                reach = row["kind"] == "reach"
                self.assertIn(row["verdict"], {"reachable", "unreachable"} if reach else {"holds", "violated"})
                for name in json.loads(row["defines"] or "{}"):
                    self.assertRegex(row["formula"], rf"\b{name}\b")

    def test_one_number_of_states(self):
        for model, expected in models().items():
            self.assertEqual(len({row["states"] for row in expected}), 1, model)

    def test_all_models_are_listed(self):
        files = {str(path.relative_to(MODELS)) for folder in ("dve", "promela", "bench") for path in (MODELS / folder).iterdir()}
        self.assertEqual(files, set(models()))

    def test_languages_agree(self):
        """Both versions of a model have the same steps, hence the same number of states."""
        twins = models()
        for model, expected in twins.items():
            if not model.endswith(".pml"):
                twin = model.replace("dve/", "promela/").replace(".dve", ".pml").replace("_property.", ".")
                self.assertIn(twin, twins)
                if expected[0]["states"]:
                    self.assertEqual(expected[0]["states"], twins[twin][0]["states"], model)

    def test_properties_of_promela_models_have_rows(self):
        for model, expected in models().items():
            if model.endswith(".pml"):
                text = (MODELS / model).read_text(encoding="utf-8")
                written = [(name, "violated" if "// violated" in rest else "holds")
                           for name, rest in re.findall(r"(?m)^ltl (\w+)(.*(?:\n +.*)*)", text)]
                self.assertEqual(written, [(row["formula"], row["verdict"]) for row in expected if row["kind"] == "property"], model)

    def test_readme(self):
        """Each model has its line there, with the number of states, and none is invented."""
        text = (MODELS / "README.md").read_text(encoding="utf-8")
        lines = dict(re.findall(r"(?m)^\| `([a-z_0-9]+)` \|.*?\| ([0-9,]+) \|", text))
        expected = {pathlib.PurePath(model).stem: f"{int(of[0]['states']):,}" for model, of in models().items() if of[0]["states"]}
        self.assertEqual(lines, expected)


program.main()
