# SPDX-License-Identifier: Apache-2.0
"""The table of options, which `lariat options --json` prints: the program takes each row, --help shows it, docs/cli.md describes it,
and each rule between options holds."""

import re

import program
from program import COMMANDS, ROOT, run

TABLE = program.options()
DOCS = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
# Values that an option takes and that do no harm; they are files and expressions that do not exist.
TEXTS = {"--proviso": "CondDest", "--only": "Dest", "--parts": "ltl"}
BAD = {"count": "-1", "number": "x", "bytes": "1X", "choice": "zzz"}


def rows(command):
    return [row for row in TABLE["options"] if command in row["commands"]]


def row_of(command, name):
    return next(row for row in rows(command) if row["name"] == name)


def sample(row):
    """A value that the row accepts."""
    if row["kind"] == "choice":
        return row["values"][-1]
    if row["kind"] in ("count", "number"):
        return str(max(row["least"], 1) if row["most"] >= 1 else row["most"])
    return TEXTS.get(row["name"], "1000000000" if row["kind"] == "bytes" else "nothing")


def arguments(command, without=()):
    """Values for the arguments that the command needs."""
    return [sample(row) for row in rows(command) if row["argument"] and row["required"] and row["name"] not in without]


def satisfy(command, condition):
    """The part of a command line that makes a condition of a rule true: arguments, and options."""
    name, sign, values = re.fullmatch(r"([A-Za-z-]+)(!?=)?(.*)", condition).groups()
    row = row_of(command, name)
    if sign == "=":
        value = values.split(",")[0]
    elif sign == "!=":
        candidates = row.get("values") or [str(n) for n in range(1, 9)]
        value = next(one for one in candidates if one not in values.split(","))
    else:
        value = sample(row)
    if row["argument"]:
        return {name: value}, []
    return {}, [name] if row["kind"] == "flag" else [name, value]


class Table(program.Case):
    def test_names_of_commands(self):
        self.assertEqual([command["name"] for command in TABLE["commands"]], COMMANDS)
        for row in TABLE["options"] + TABLE["rules"]:
            self.assertTrue(row["commands"], row)

    def test_one_row_for_a_name_of_a_command(self):
        for command in COMMANDS:
            names = [row["name"] for row in rows(command)]
            self.assertEqual(len(names), len(set(names)), command)

    def test_help_shows_every_row(self):
        for command in COMMANDS:
            text = self.expect(run(command, "--help"), 0).stdout
            options = re.findall(r"(?m)^  (--[a-z-]+)", text)
            self.assertEqual(sorted(options), sorted([row["name"] for row in rows(command) if not row["argument"]] + ["--help"]), command)
            words = " ".join(text.split())
            for row in rows(command):
                self.assertIn(" ".join(row["help"].split()), words)
            self.assertTrue(all(len(line) <= 80 for line in text.splitlines()), text)
            self.assertIn(f"usage: lariat {command}", text)

    def test_every_row_is_documented(self):
        sections = dict(re.findall(r"(?ms)^## lariat (\w+)\n(.*?)(?=^## |\Z)", DOCS))
        common = re.search(r"(?ms)^## Common options\n(.*?)(?=^## )", DOCS).group(1)
        for command in COMMANDS:
            for row in rows(command):
                if not row["argument"]:
                    self.assertIn(f"`{row['name']}", sections[command] + common, f"lariat {command} is not documented to have it")

    def test_every_row_checks_its_value(self):
        """The program knows the option: it complains about a bad value by the option's name."""
        checked = 0
        for command in COMMANDS:
            for row in rows(command):
                if row["kind"] not in BAD or row["argument"]:
                    continue
                self.expect(run(command, *arguments(command), f"{row['name']}={BAD[row['kind']]}"), 2, stderr=f"{row['name']}: ")
                checked += 1
        self.assertGreater(checked, 60)

    def test_values_of_choices_are_taken(self):
        """A value that is allowed is not what an error is about."""
        for command in ("check", "explore", "ltl", "empty", "compare"):
            for row in rows(command):
                for value in row.get("values", []):
                    done = run(command, *(arguments(command) or ["a"]), row["name"], value)
                    self.assertNotIn(f"{row['name']}: no ", done.stderr, f"{command} {row['name']} {value}")


class Rules(program.Case):
    def test_every_rule_is_enforced(self):
        for rule in TABLE["rules"]:
            for command in rule["commands"]:
                for other in rule["others"].split():
                    self.violate(command, rule, other)

    def violate(self, command, rule, other):
        if rule["relation"] == "required_unless":
            line = [command]
        else:
            values, options = satisfy(command, rule["option"])
            if rule["relation"] == "excludes":
                more_values, more = satisfy(command, other)
                values |= more_values
                options += more
            else:
                satisfy(command, other)  # the option exists
            positional = [values.get(row["name"], sample(row)) for row in rows(command)
                          if row["argument"] and (row["required"] or row["name"] in values)]
            line = [command, *(positional or ["a"] * (command == "ltl")), *options]
        done = self.expect(run(*line), 2)
        name = re.split("!?=", rule["option"])[0]
        self.assertIn(f"{name}: {rule['message']}", done.stderr, line)


program.main()
