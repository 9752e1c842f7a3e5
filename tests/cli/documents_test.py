# SPDX-License-Identifier: Apache-2.0
"""--help, docs/cli.md and docs/json.md say the same as the program does."""

import json
import pathlib
import re
import shlex
import tempfile

import program
from program import COMMANDS, DEAD, GENERAL, LOOP, MODELS, ROOT, run, run_json

CLI = ROOT / "docs" / "cli.md"
JSON = ROOT / "docs" / "json.md"

# The first step ends in a run-time error.
ERROR = "byte x = 255; process P { state q; init q; trans q -> q { effect x = x + 1; }; } system async;"


def help_of(*command):
    return run(*command, "--help").stdout


def keys(value):
    """All keys of an object, at any depth."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from keys(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from keys(inner)


class Help(program.Case):
    def test_program(self):
        text = self.expect(run("--help"), 0).stdout
        self.assertEqual(re.findall(r"(?m)^  ([a-z]+) ", text), COMMANDS)
        self.assertRegex(self.expect(run("--version"), 0).stdout, r"\Alariat \d+\.\d+\.\d+\n")


class CliPage(program.Case):
    def test_every_option_has_its_place(self):
        sections = dict(re.findall(r"(?ms)^## lariat (\w+)\n(.*?)(?=^## |\Z)", CLI.read_text(encoding="utf-8")))
        self.assertEqual(list(sections), COMMANDS)
        common = re.search(r"(?ms)^## Common options\n(.*?)(?=^## )", CLI.read_text(encoding="utf-8")).group(1)
        for command in COMMANDS:
            options = re.findall(r"(?m)^  (--[a-z-]+)", help_of(command))
            for option in options:
                self.assertIn(f"`{option}", sections[command] + common, command)
            mentioned = re.findall(r"(?m)^\| `(--[a-z-]+)", sections[command])
            self.assertLessEqual(set(mentioned), set(options), command)

    def test_exit_codes(self):
        text = CLI.read_text(encoding="utf-8")
        for code in (0, 1, 2, 3, 70):
            self.assertIn(f"\n| {code} |", text)

    def test_examples(self):
        """The examples of a page are what the program prints, except for times."""

        def plain(text):
            text = re.sub(r" +<?[\d.]+ m?s\b", " TIME", text)
            text = re.sub(r" +[\d.,]+ (?:[KMG]B|states a second)", " FIGURE", text)
            return re.sub(r" +", " ", text)  # columns are as wide as the times

        for page, least in ((CLI, 3), (ROOT / "README.md", 4)):
            examples = []
            for block in re.findall(r"(?ms)^```\n(\$ .*?)^```", page.read_text(encoding="utf-8")):
                examples += re.findall(r"(?ms)^\$ (.*?)\n(.*?)(?=^\$ |\Z)", block)
            self.assertGreaterEqual(len(examples), least, page)
            for command, expected in examples:
                self.assertEqual(plain(run(*shlex.split(command)[1:], cwd=ROOT).stdout), plain(expected), command)


class Readme(program.Case):
    TEXT = (ROOT / "README.md").read_text(encoding="utf-8")

    def test_table_of_commands_is_complete(self):
        """Each command has a row, in the order of --help."""
        named = re.findall(r"(?m)^\| `lariat (\w+)` \|", self.TEXT)
        self.assertEqual(named, re.findall(r"(?m)^  ([a-z]+) ", help_of()))


class FromSpinPage(program.Case):
    PAGE = ROOT / "docs" / "from-spin.md"

    def test_every_option_exists(self):
        options = {command: set(re.findall(r"(--[a-z-]+)", help_of(command))) | {"-D"} for command in COMMANDS}
        anywhere = set().union(*options.values())
        named = 0
        for span in re.findall(r"`([^`]+)`", self.PAGE.read_text(encoding="utf-8")):
            words = span.split()
            if words[0] == "lariat" and len(words) > 1 and words[1] in options:
                known = options[words[1]]
            elif words[0].startswith("--"):
                known = anywhere
            else:
                continue
            for option in re.findall(r"(?<!\S)(--[a-z-]+)", span):
                self.assertIn(option, known, span)
                named += 1
        self.assertGreater(named, 40)


class JsonPage(program.Case):
    def test_every_field_is_described(self):
        text = JSON.read_text(encoding="utf-8")
        described = set(re.findall(r"(?m)^\| `(\w+)` \|", text))
        seen = set()
        for arguments in (["empty", "-"], ["empty", "-", "--minimize", "min-dfs"], ["empty", "-", "--nonprogress"],
                          ["empty", "-", "--algorithm", "sd"], ["compare", "-"], ["scc", "-", "--list"]):
            report, _ = run_json(*arguments, text=LOOP + DEAD + GENERAL + "HOA: oops")
            self.assertEqual(list(report)[:3], ["command", "version", "input"])
            self.assertEqual((report["command"], report["input"]), (arguments[0], "-"))
            self.assertIn("error", report)
            seen |= set(keys(report))
        seen |= self.fields_of_models()
        report, _ = run_json("provisos")
        self.assertEqual(list(report)[:3], ["command", "version", "input"])
        seen |= set(keys(report))
        with tempfile.TemporaryDirectory() as folder:
            report, _ = run_json("bench", "emptiness", "--models", ROOT / "models" / "dve", "--out", folder)
            seen |= set(keys(report))
        report, _ = run_json("bench", "random-graphs", "--graphs", "1")
        self.assertEqual(list(report)[:3], ["command", "version", "input"])
        seen |= set(keys(report))
        for arguments in (["G a"], ["--check", "G a"], ["--equivalent", "G a", "F a"], ["--max-states", "1", "F a & F b"],
                          ["--implies", "--max-states", "1", "F a & F b & F c", "a"]):
            report, _ = run_json("ltl", *arguments)
            self.assertEqual(list(report)[:3], ["command", "version", "input"])
            seen |= set(keys(report))
        for arguments in (["simulate", ROOT / "models" / "dve" / "peterson.dve"], ["simulate", "-", "--seed", "2"]):
            report, _ = run_json(*arguments, text=ERROR)
            self.assertEqual(list(report)[:3], ["command", "version", "input"])
            seen |= set(keys(report))
        with tempfile.TemporaryDirectory() as folder:
            model = ROOT / "models" / "dve" / "peterson.dve"
            saved = pathlib.Path(folder, "run.json")
            self.expect(run("check", model, "--ltl", "G F cs", "--define", "cs=P_0.critical", "--trace", saved), 1)
            seen |= set(keys(json.loads(saved.read_text(encoding="utf-8"))))
            report, _ = run_json("replay", model, saved)
            self.assertEqual(list(report)[:3], ["command", "version", "input"])
            seen |= set(keys(report))
        report, _ = run_json("check", model, "--ltl", "G F P_0.critical", "--threads", "2")
        seen |= set(keys(report))
        seen |= set(keys(program.options()))
        priorities = ROOT / "tests" / "promela" / "corpus" / "priority_static.pml"
        for arguments in (["engines", model, priorities], ["explore", model, "--engine", "native"], ["explore", priorities, "--engine", "native"]):
            report, _ = run_json(*arguments, "--no-cache")
            self.assertEqual(list(report)[:3], ["command", "version", "input"])
            seen |= set(keys(report))
        self.assertEqual(seen - described, set(), "fields that docs/json.md does not describe")
        # scc_reason is there only if a limit is reached at that moment; engine_test.py and promela_test.py cover the others.
        # `ranks` is there under mpirun: tests/cluster/mpi_test.py reads it.
        rare = {"scc_reason", "executed", "observer", "difference", "note", "ranks"}
        if "optimised" not in seen:  # no LLVM
            rare |= {"optimised", "cached"}
        self.assertEqual(described - seen - rare, set(), "fields that docs/json.md invents")

    def fields_of_models(self):
        text = ("byte x = 254;\nprocess P { state s, t; init s; trans s -> s { effect x = x + 1; }, s -> t { }; }\n"
                "process Q { state q; init q; accept q; trans q -> q { }; }\nsystem async property Q;\n")
        seen = set()
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "model.dve")
            path.write_text(text, encoding="utf-8")
            for arguments in (["check", "--assert", "--reach", "x == 255", "--ltl", "F x == 0", "--trace", f"{folder}/run.json"],
                              ["check", "--property"], ["explore", "--scc"], ["explore", "--max-states", "1"], ["check", "--deadlock", "--bitstate", "20"],
                              ["check", "--deadlock", "--swarm", "2"],
                              ["compare", "--ltl", "F x == 0"], ["compare", "--provisos", "--runs", "1"], ["compare", "--provisos", "--max-states", "1"]):
                report, _ = run_json(arguments[0], path, *arguments[1:])
                self.assertEqual(list(report)[:3], ["command", "version", "input"])
                self.assertEqual((report["command"], report["input"]), (arguments[0], str(path)))
                seen |= set(keys(report))
            philosophers = ROOT / "models" / "promela" / "philosophers.pml"
            for arguments in (["check", "--por", "stubborn"], ["explore", "--por", "ample"], ["explore", "--por", "stubborn", "--explain", "500"]):
                seen |= set(keys(run_json(arguments[0], philosophers, *arguments[1:])[0]))
            seen |= set(keys(run_json("explore", ROOT / "models" / "promela" / "dekker.pml", "--por", "stubborn", "--explain", "40")[0]))
            path = pathlib.Path(folder, "model.pml")
            path.write_text("active proctype P() { assert(false) }\n", encoding="utf-8")
            seen |= set(keys(run_json("check", path, "--trail")[0]))
            seen |= set(keys(run_json("check", path, "--ltl", "[] (_nr_pr == 7)", "--itf", f"{folder}/run.itf.json")[0]))
            seen |= set(keys(run_json("check", folder, "--progress-cycles")[0]))  # several models, and warnings
            seen |= set(keys(run_json("test", folder)[0]))
            path.write_text("byte x = ;\n", encoding="utf-8")
            seen |= set(keys(run_json("check", path)[0]))
        return seen

    def test_statistics_are_those_of_the_design(self):
        report, _ = run_json("empty", MODELS / "gfa.hoa")
        for name in ("states", "transitions", "post_calls", "max_depth", "roots", "active", "expanded", "store_bytes", "peak_rss",
                     "seconds"):
            self.assertIsInstance(report["automata"][0]["statistics"][name], (int, float))


program.main()
