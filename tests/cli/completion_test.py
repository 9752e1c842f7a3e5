# SPDX-License-Identifier: Apache-2.0
"""Completions and manual pages offer what --help offers: commands, options, values, in bash, zsh, fish and man.

The shells themselves are asked: bash runs the function, fish completes, zsh shows what _arguments is given.
"""

import functools
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

import program
from program import COMMANDS, PROGRAM, ROOT, run

TABLE = program.options()
PETERSON = ROOT / "models" / "promela" / "peterson.pml"


@functools.cache
def options_in_help(command):
    """The long options that `lariat COMMAND --help` lists."""
    return sorted(re.findall(r"(?m)^  (--[a-z-]+)", run(command, "--help").stdout))


def rows(command):
    return [row for row in TABLE["options"] if command in row["commands"]]


class Shell(program.Case):
    NAME = ""

    def setUp(self):
        if not shutil.which(self.NAME):
            self.skipTest(f"no {self.NAME} here")
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.script = pathlib.Path(self.folder.name, "completion")
        self.script.write_text(self.expect(run("completion", self.NAME), 0).stdout, encoding="utf-8")

    def shell(self, text):
        """What the shell prints; the program is the first `lariat` on its PATH."""
        environment = program.environment(PATH=f"{pathlib.Path(PROGRAM).parent}:{os.environ['PATH']}", HOME=self.folder.name)
        done = subprocess.run([self.NAME, *self.ARGUMENTS, text], text=True, capture_output=True, timeout=60, env=environment)
        self.assertEqual((done.returncode, done.stderr), (0, ""), text)
        return done.stdout

    def complete_all(self, lines):
        """The completions of each line, for the last word of it, as a list of lists; one shell for all."""
        raise NotImplementedError


class Bash(Shell):
    NAME = "bash"
    ARGUMENTS = ["--norc", "-c"]

    def complete_all(self, lines):
        script = f"source {self.script}\n"
        for words in lines:
            quoted = " ".join(f"'{word}'" for word in words)
            script += f"COMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}; _lariat; printf '%s\\n' \"${{COMPREPLY[@]}}\" --end\n"
        return [part.split("\n")[:-1] for part in self.shell(script).split("--end\n")[:-1]]

    def test_commands(self):
        found, checks = self.complete_all([["lariat", ""], ["lariat", "ch"]])
        self.assertEqual([w for w in found if not w.startswith("--") and w != "help"], COMMANDS)
        self.assertEqual(checks, ["check"])

    def test_options_are_those_of_help(self):
        found = self.complete_all([["lariat", command, "--"] for command in COMMANDS])
        for command, options in zip(COMMANDS, found):
            self.assertEqual(sorted(options), options_in_help(command), command)

    def test_values(self):
        asked = [(command, row) for command in COMMANDS for row in rows(command) if row["kind"] == "choice" and not row["argument"]]
        found = self.complete_all([["lariat", command, row["name"], ""] for command, row in asked])
        for (command, row), values in zip(asked, found):
            self.assertEqual(values, row["values"], (command, row["name"]))
        self.assertGreater(len(asked), 20)

    def test_values_behind_an_equals_sign(self):
        self.assertEqual(self.complete_all([["lariat", "check", "--por", "=", "st"], ["lariat", "check", "--por", "="]]),
                         [["stubborn"], ["auto", "none", "ample", "stubborn", "closure"]])

    def test_provisos_and_properties(self):
        provisos, properties, none, files = self.complete_all(
            [["lariat", "check", "--proviso", "CondD"], ["lariat", "check", str(PETERSON), "--property", ""],
             ["lariat", "check", "--property", ""], ["lariat", "check", str(PETERSON)[:-2]]])
        self.assertIn("CondDest", provisos)
        names = re.findall(r"(?m)^ltl (\w+)", PETERSON.read_text(encoding="utf-8"))
        self.assertGreater(len(names), 1)
        self.assertEqual(sorted(properties), sorted(names))
        self.assertEqual(none, [])
        self.assertEqual(files, [str(PETERSON)])


class Fish(Shell):
    NAME = "fish"
    ARGUMENTS = ["--no-config", "-c"]

    def complete_all(self, lines):
        script = f"source {self.script}\n"
        for words in lines:
            script += f"complete -C '{' '.join(words)}'; echo --end\n"
        return [[line.split("\t")[0] for line in part.splitlines()] for part in self.shell(script).split("--end\n")[:-1]]

    def test_commands_options_and_values(self):
        lines = [["lariat", ""]] + [["lariat", command, "--"] for command in COMMANDS]
        lines += [["lariat", "check", "--por", ""], ["lariat", "check", str(PETERSON), "--property", ""]]
        commands, *found, methods, properties = self.complete_all(lines)
        self.assertLessEqual(set(COMMANDS), set(commands))
        for command, options in zip(COMMANDS, found):
            self.assertEqual(sorted(o for o in options if o.startswith("--")), options_in_help(command), command)
        self.assertEqual(sorted(methods), ["ample", "auto", "closure", "none", "stubborn"])
        self.assertIn("no_starvation", properties)


class Zsh(Shell):
    NAME = "zsh"
    ARGUMENTS = ["-f", "-c"]

    def test_options_are_those_of_help(self):
        # _arguments is replaced by a function that shows what it is given.
        script = "compdef() { }\n_describe() { print -l -- ${commands%%:*} }\n_arguments() { print -l -- \"$@\" }\n"
        script += f"source {self.script}\nwords=(lariat ''); CURRENT=2; _lariat; print -- --end\n"
        for command in COMMANDS:
            script += f"words=(lariat {command} ''); CURRENT=3; _lariat; print -- --end\n"
        first, *found = self.shell(script).split("--end\n")[:-1]
        self.assertEqual(first.splitlines()[:len(COMMANDS)], COMMANDS)
        for command, text in zip(COMMANDS, found):
            options = re.findall(r"(?m)^(?:\([^)]*\))?\*?(--[a-z-]+)(?==?\[)", text)
            self.assertEqual(sorted(options), options_in_help(command), command)
            for row in rows(command):
                if row["kind"] == "choice" and not row["argument"]:
                    spec = re.search(rf"(?m)^{row['name']}=\[.*:\((.*)\)$", text)
                    self.assertIsNotNone(spec, (command, row["name"], text))
                    self.assertEqual(spec[1].split(), row["values"], command)


class Manual(program.Case):
    def page(self, *command):
        """The page as man shows it; without man, its source without the signs of the language."""
        source = self.expect(run("manual", *command), 0).stdout
        if not shutil.which("man") or not shutil.which("groff"):
            text = re.sub(r"\\f[BIR]|\\&", "", source).replace("\\-", "-")
            return re.sub(r"\\\((\w\w)", lambda m: {"aq": "'", "ga": "`", "ha": "^", "ti": "~"}[m[1]], text)
        with tempfile.NamedTemporaryFile("w", suffix=".1", encoding="utf-8") as file:
            file.write(source)
            file.flush()
            done = subprocess.run(["man", "--warnings", "-E", "UTF-8", "-l", file.name], text=True, capture_output=True,
                                  env=program.environment(MANWIDTH="200", MANROFFOPT="-c", MAN_KEEP_FORMATTING=""))
        self.assertEqual((done.returncode, done.stderr), (0, ""), command)
        return re.sub(r".\x08", "", done.stdout)

    def test_commands(self):
        text = self.page()
        self.assertEqual(re.findall(r"(?m)^\s*lariat-([a-z]+)\(1\)(?=$|  )", text.split("SEE ALSO")[0]), COMMANDS)
        for heading in ("NAME", "SYNOPSIS", "DESCRIPTION", "EXIT STATUS", "ENVIRONMENT", "SEE ALSO"):
            self.assertIn(heading, text)

    def test_options_are_those_of_help(self):
        for command in COMMANDS:
            text = self.page(command)
            self.assertEqual(sorted(re.findall(r"(?m)^\s*(--[a-z-]+)", text)), options_in_help(command), command)
            words = re.sub(r"\s+", "", text.replace("\u2010", "-"))
            for row in rows(command):
                self.assertIn(re.sub(r"\s+", "", row["help"]), words, command)

    def test_bad_input(self):
        self.expect(run("manual", "chekc"), 2, stderr="no command 'chekc'")
        self.expect(run("completion", "tcsh"), 2, stderr="WHAT: no completion 'tcsh'")
        self.expect(run("completion"), 2, stderr="WHAT")
        self.assertEqual(self.expect(run("completion", "properties", "no/such/file", ROOT / "README.md"), 0).stdout, "")


class Version(program.Case):
    def test_version(self):
        declared = re.search(r"project\(lariat VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"))[1]
        lines = self.expect(run("--version"), 0).stdout.splitlines()
        self.assertEqual(lines[0], f"lariat {declared}")
        self.assertEqual([line.split()[0] for line in lines[1:]], ["commit", "compiler", "LLVM"])


del Shell
program.main()
