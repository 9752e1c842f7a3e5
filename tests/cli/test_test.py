# SPDX-License-Identifier: Apache-2.0
"""lariat test: expectations, outcomes, exit codes, and reports that are valid by the schemas of their formats."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import urllib.parse
import xml.etree.ElementTree as ET

import program
from program import ROOT, run, run_json

LOCK = """// expect: holds mutual_exclusion
// expect: violated no_starvation
/* expect: holds invariant inside <= 1
 * expect: reachable inside == 1
 * expect: unreachable inside == 2
 */
// define: free = inside == 0
// expect: holds ltl G F (free || !free)
byte inside;
active [2] proctype P() {
  do :: atomic { inside == 0 -> inside++ }; cs: inside-- od
}
ltl mutual_exclusion { [] !(P[0]@cs && P[1]@cs) }
ltl no_starvation { [] <> P[0]@cs }
"""
COUNTER = """byte x;
process P { state a; init a; trans a -> a { guard x < 3; effect x = x + 1; }; }
system async;
"""


class Folder:
    def __init__(self, **files):
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name)
        for name, text in files.items():
            self.add(name.replace("__", "."), text)

    def add(self, name, text):
        file = self.path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return file

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.folder.cleanup()


def outcomes(report):
    return [(entry["name"], entry["outcome"]) for entry in report["tests"]]


class Expectations(program.Case):
    def test_comments(self):
        with Folder(lock__pml=LOCK) as folder:
            report, code = run_json("test", folder.path)
        self.assertEqual(outcomes(report), [(name, "passed") for name in (
            "holds mutual_exclusion", "violated no_starvation", "holds invariant inside <= 1", "reachable inside == 1",
            "unreachable inside == 2", "holds ltl G F (free || !free)")])
        self.assertEqual((code, report["passed"], report["failed"], report["errors"], report["unknown"]), (0, 6, 0, 0, 0))
        self.assertEqual([entry["line"] for entry in report["tests"]], [1, 2, 3, 4, 5, 8])

    def test_a_verdict_that_is_not_expected(self):
        with Folder(lock__pml=LOCK.replace("violated no_starvation", "holds no_starvation").replace("reachable inside == 1", "reachable inside == 9")) as folder:
            report, code = run_json("test", folder.path)
            self.assertEqual(code, 1)
            failed = [entry for entry in report["tests"] if entry["outcome"] == "failed"]
            self.assertEqual([entry["reason"] for entry in failed],
                             ["expected holds, but it is violated", "expected reachable, but it is unreachable"])
            done = self.expect(run("test", folder.path), 1, ["not ok 2 - ", "# failed: expected holds, but it is violated", "lock.pml:2", "1..6",
                                                             "# 6 tests: 4 passed, 2 failed"])
            self.assertIn("ok 1 - ", done.stdout)
            quiet = self.expect(run("test", folder.path, "--quiet"), 1, ["not ok 2", "1..6"])
            self.assertNotIn("\nok ", quiet.stdout)

    def test_a_model_without_expectations_states_what_holds(self):
        with Folder(good__pml="byte x; active proctype P() { x = 1; assert(x == 1) }", bad__pml="byte x; active proctype P() { x = 1; assert(x == 2) }") as folder:
            report, code = run_json("test", folder.path)
        self.assertEqual((code, [entry["outcome"] for entry in report["tests"]]), (1, ["failed", "passed"]))
        self.assertIn("no error is violated", report["tests"][0]["reason"])

    def test_models_that_must_be_refused(self):
        with Folder(a__pml="// expect: error\nbyte x = ;", b__pml="// expect: error\nbyte x; active proctype P() { skip }", c__pml="byte x = ;") as folder:
            report, code = run_json("test", folder.path)
        self.assertEqual((code, [entry["outcome"] for entry in report["tests"]]), (2, ["passed", "failed", "error"]))

    def test_mistakes_in_expectations(self):
        for line, message in (("expect: hodls p", "did you mean 'holds'"), ("expect: holds invariant", "invariant of what"),
                              ("expect: reachable", "needs an expression"), ("expect: holds reach x == 1", "`reachable` or `unreachable`"),
                              ("expect: holds the lock", "neither the name of a property"), ("options: --por", "none that a model may ask for"),
                              ("define: x", "NAME = EXPRESSION"), ("expect: holds nothing_of_this_name", "no property"),
                              ("expect: holds ltl G F", "error")):
            with Folder(m__pml=f"// {line}\nbyte x; active proctype P() {{ x = 1 }}\n") as folder:
                report, code = run_json("test", folder.path)
                self.assertEqual((code, report["tests"][0]["outcome"]), (2, "error"), line)
                self.assertIn(message, report["tests"][0]["reason"] + " error")

    def test_options(self):
        text = """// options: --fair -DLIMIT=3
// expect: holds ltl F (x == LIMIT)
byte x;
active proctype P() { do :: x < LIMIT -> x++ :: else -> break od }
active proctype Q() { do :: skip od }
"""
        with Folder(m__pml=text, n__pml=text.replace("--fair ", "").replace("holds", "violated")) as folder:
            self.assertEqual(run_json("test", folder.path)[1], 0)

    def test_table(self):
        table = 'model,kind,formula,defines,verdict,states\nsub/m.dve,ltl,F big,"{""big"": ""x == 3""}",holds,4\nsub/m.dve,deadlock,,,violated,4\n'
        with Folder(expected__csv=table) as folder:
            model = folder.add("sub/m.dve", COUNTER)
            for path in (folder.path, model):
                report, code = run_json("test", path)
                self.assertEqual(outcomes(report), [("holds ltl F big", "passed"), ("violated deadlock", "passed"), ("has 4 states", "passed")])
            folder.add("expected.csv", table.replace(",4\n", ",5\n"))
            report, code = run_json("test", folder.path)
            self.assertEqual((code, report["tests"][2]["reason"]), (1, "expected 5 states, but there are 4"))
            folder.add("expected.csv", table.replace("holds,4", "hodls,4"))
            self.assertEqual(run_json("test", folder.path)[1], 2)

    def test_our_own_models(self):
        report, code = run_json("test", ROOT / "models" / "dve", "--jobs", 2)
        self.assertEqual(code, 0, [entry for entry in report["tests"] if entry["outcome"] != "passed"])
        self.assertGreater(report["passed"], 150)


class Runs(program.Case):
    def test_saved_runs_are_replayed(self):
        with Folder(lock__pml=LOCK) as folder:
            model = folder.path / "lock.pml"
            self.expect(run("check", model, "--property", "no_starvation", "--trace", folder.path / "run.json", "--trail"), 1)
            folder.add("other.json", '{"a": 1}')  # no saved run
            report, code = run_json("test", folder.path)
            self.assertEqual(code, 0, report)
            self.assertEqual([entry["name"] for entry in report["tests"] if "replays" in entry["name"]], ["replays as a run of lock.pml"] * 2)
            folder.add("lock.pml", LOCK.replace("inside == 0 ->", "inside == 1 ->"))
            report, code = run_json("test", folder.path / "run.json")
            self.assertEqual((code, report["tests"][0]["outcome"]), (1, "failed"))
            model.unlink()
            self.assertEqual(run_json("test", folder.path / "run.json")[1], 2)


class Budgets(program.Case):
    def test_time_is_for_all(self):
        large = "".join(f"byte x{i};\nprocess P{i} {{ state a; init a; trans a -> a {{ guard x{i} < 40; effect x{i} = x{i} + 1; }}; }}\n" for i in range(6))
        with Folder() as folder:
            for i in range(4):
                folder.add(f"m{i}.dve", "// expect: holds assert\n" + large + "system async;\n")
            report, code = run_json("test", folder.path, "--max-time", 1, "--jobs", 1)
        self.assertEqual((code, report["unknown"]), (3, 4))
        self.assertLess(report["seconds"], 20)
        self.assertEqual(report["tests"][0]["reason"], "the time limit was reached")
        self.assertIn("not begun", report["tests"][3]["reason"])

    def test_jobs_do_not_change_the_order(self):
        with Folder() as folder:
            for i in range(12):
                folder.add(f"m{i:02}.pml", LOCK)
            names = [[(entry["model"], entry["name"]) for entry in run_json("test", folder.path, "--jobs", jobs)[0]["tests"]] for jobs in (1, 4)]
        self.assertEqual(names[0], names[1])
        self.assertEqual(len(names[0]), 72)

    def test_usage(self):
        self.expect(run("test"), 2, stderr="PATH is required")
        with Folder() as folder:
            self.expect(run("test", folder.path), 2, stderr="no model and no saved run was found")
        self.expect(run("test", "no/such.pml"), 2, stdout="cannot open")
        with Folder(lock__pml=LOCK) as folder:
            self.expect(run("test", folder.path, "--junit", folder.path / "no" / "x.xml"), 2, stderr="No such file")


EVIL = "a<b&\"c'd\x1b]\u202e.pml"


# What the schema of SARIF 2.1.0 says of the objects that we write: the fields that are required, and those that we use of the
# ones that are allowed, with their types. A list [kind, n] has at least n entries, a tuple lists the values, a number is the
# least integer, {"*": kind} maps any names.
LEVELS = ("none", "note", "warning", "error")
SARIF = {
    "sarifLog": (["version", "runs"], {"$schema": str, "version": ("2.1.0",), "runs": ["run", 0]}),
    "run": (["tool"], {"tool": "tool", "columnKind": ("utf16CodeUnits", "unicodeCodePoints"),
                       "invocations": ["invocation", 0], "results": ["result", 0]}),
    "tool": (["driver"], {"driver": "toolComponent"}),
    "toolComponent": (["name"], {"name": str, "version": str, "rules": ["reportingDescriptor", 0]}),
    "reportingDescriptor": (["id"], {"id": str, "shortDescription": "multiformatMessageString",
                                     "defaultConfiguration": "reportingConfiguration"}),
    "multiformatMessageString": (["text"], {"text": str}),
    "reportingConfiguration": ([], {"level": LEVELS}),
    "invocation": (["executionSuccessful"], {"executionSuccessful": bool}),
    "result": (["message"], {"message": "message", "ruleId": str, "ruleIndex": -1, "level": LEVELS,
                             "locations": ["location", 0], "partialFingerprints": {"*": str}, "codeFlows": ["codeFlow", 0]}),
    "message": (["text"], {"text": str}),  # or an id, which we do not use
    "location": ([], {"physicalLocation": "physicalLocation", "message": "message"}),
    "physicalLocation": (["artifactLocation"], {"artifactLocation": "artifactLocation", "region": "region"}),
    "artifactLocation": ([], {"uri": str}),
    "region": (["startLine"], {"startLine": 1, "startColumn": 1}),
    "codeFlow": (["threadFlows"], {"message": "message", "threadFlows": ["threadFlow", 1]}),
    "threadFlow": (["locations"], {"locations": ["threadFlowLocation", 1]}),
    "threadFlowLocation": ([], {"location": "location"}),
}


class Reports(program.Case):
    """What the schemas of the formats demand: structure, required fields, enumerations and types."""

    def folder(self):
        folder = Folder(lock__pml=LOCK.replace("violated no_starvation", "holds no_starvation"), broken__pml="byte x = ;")
        folder.add(EVIL, LOCK)
        return folder

    def test_junit(self):
        with self.folder() as folder:
            report = folder.path / "report.xml"
            self.expect(run("test", folder.path, "--junit", report), 2)
            text = report.read_text(encoding="utf-8")
            self.check_junit(text)
            if shutil.which("xmllint"):
                subprocess.run(["xmllint", "--noout", report], check=True)
            suites = ET.fromstring(text)
            self.assertEqual(sum(int(suite.get("tests")) for suite in suites), 13)
            self.assertEqual([suite.get("failures") for suite in suites].count("1"), 1)
            self.assertEqual([suite.get("errors") for suite in suites].count("1"), 1)
            failure = suites.find(".//failure")
            self.assertIn("expected holds, but it is violated", failure.get("message"))
            self.assertIn("the run that was found:", failure.text)

    def check_junit(self, text):
        """The intersection of the schemas of Jenkins (jenkins-junit.xsd, junit-10.xsd) and of Ant's task (JUnit.xsd)."""
        root = ET.fromstring(text)
        self.assertEqual((root.tag, root.attrib), ("testsuites", {}))
        for number, suite in enumerate(root):
            self.assertEqual(suite.tag, "testsuite")
            self.assertEqual(set(suite.attrib), {"id", "package", "name", "timestamp", "hostname", "tests", "failures", "errors", "skipped", "time"})
            self.assertEqual(suite.get("id"), str(number))
            self.assertRegex(suite.get("timestamp"), r"\A\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\Z")
            self.assertTrue(suite.get("hostname") and suite.get("name"))
            for count in ("tests", "failures", "errors", "skipped"):
                self.assertRegex(suite.get(count), r"\A\d+\Z")
            self.assertRegex(suite.get("time"), r"\A\d+\.\d+\Z")
            properties = suite.findall("properties/property")
            self.assertGreaterEqual(len(properties), 1)  # JUnit.xsd demands the list, jenkins-junit.xsd that it is not empty
            for entry in properties:
                self.assertEqual(set(entry.attrib), {"name", "value"})
                self.assertTrue(entry.get("name"))
            cases = suite.findall("testcase")
            self.assertEqual([child.tag for child in suite], ["properties", *["testcase"] * len(cases), "system-out", "system-err"])
            self.assertEqual(len(cases), int(suite.get("tests")))
            self.assertEqual(len(suite.findall("testcase/failure")), int(suite.get("failures")))
            self.assertEqual(len(suite.findall("testcase/error")), int(suite.get("errors")))
            for case in cases:
                self.assertEqual(set(case.attrib), {"name", "classname", "time"})
                self.assertRegex(case.get("time"), r"\A\d+\.\d+\Z")
                self.assertLessEqual(len(case), 1)
                for child in case:
                    self.assertIn(child.tag, ("failure", "error"))
                    self.assertEqual(set(child.attrib), {"message", "type"})
                    self.assertEqual(len(child), 0)
            for element in ("system-out", "system-err"):
                self.assertEqual(len(suite.find(element)), 0)

    def test_outcomes_that_are_none(self):
        """Reports of tests that all pass, and of tests that a limit ends, are as valid."""
        with Folder(lock__pml=LOCK) as folder:
            for options, code, level in (((), 0, None), (("--max-states", "2"), 3, "warning")):
                xml, sarif = folder.path / "report.xml", folder.path / "report.sarif"
                self.expect(run("test", folder.path / "lock.pml", "--junit", xml, "--sarif", sarif, "--quiet", *options), code)
                self.check_junit(xml.read_text(encoding="utf-8"))
                log = json.loads(sarif.read_text(encoding="ascii"))
                self.check_sarif(log, "sarifLog", "log")
                self.assertEqual({result["level"] for result in log["runs"][0]["results"]}, {level} - {None})

    def test_sarif(self):
        with self.folder() as folder:
            report = folder.path / "report.sarif"
            self.expect(run("test", folder.path, "--sarif", report, "--quiet"), 2)
            log = json.loads(report.read_text(encoding="ascii"))
        self.check_sarif(log, "sarifLog", "log")
        self.assertEqual(len(log["runs"]), 1)
        part = log["runs"][0]
        driver = part["tool"]["driver"]
        self.assertEqual(driver["name"], "lariat")
        rules = driver["rules"]
        self.assertEqual(len({rule["id"] for rule in rules}), len(rules))
        self.assertEqual(len(part["results"]), 2)
        flows = 0
        for result in part["results"]:
            self.assertEqual(rules[result["ruleIndex"]]["id"], result["ruleId"])
            self.assertTrue(result["message"]["text"])
            for location in result["locations"]:
                self.check_location(location)
            for flow in result.get("codeFlows", []):
                flows += 1
                for thread in flow["threadFlows"]:
                    for step in thread["locations"]:
                        self.check_location(step["location"])
                        self.assertTrue(step["location"]["message"]["text"])
        self.assertEqual(flows, 1)

    def check_sarif(self, value, kind, where):
        """Compares a value of a log with SARIF (below), and all that is in it."""
        if isinstance(kind, list):
            self.assertIsInstance(value, list, where)
            self.assertGreaterEqual(len(value), kind[1], where)
            for i, entry in enumerate(value):
                self.check_sarif(entry, kind[0], f"{where}[{i}]")
        elif isinstance(kind, tuple):
            self.assertIn(value, kind, where)
        elif isinstance(kind, dict):
            self.assertIsInstance(value, dict, where)
            for key, entry in value.items():
                self.check_sarif(entry, kind["*"], f"{where}.{key}")
        elif isinstance(kind, int):
            self.assertIs(type(value), int, where)
            self.assertGreaterEqual(value, kind, where)
        elif isinstance(kind, type):
            self.assertIs(type(value), kind, where)
        else:
            required, properties = SARIF[kind]
            self.assertIsInstance(value, dict, where)
            self.assertLessEqual(set(required), set(value), where)
            self.assertLessEqual(set(value), set(properties), f"{where}: what the schema does not know")
            for key, entry in value.items():
                self.check_sarif(entry, properties[key], f"{where}.{key}")

    def check_location(self, location):
        physical = location["physicalLocation"]
        uri = physical["artifactLocation"]["uri"]
        self.assertRegex(uri, r"\A(file://)?[A-Za-z0-9/._~%-]+\Z")
        urllib.parse.urlparse(uri)
        for value in physical.get("region", {}).values():
            self.assertGreaterEqual(value, 1)


program.main()
