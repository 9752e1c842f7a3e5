# SPDX-License-Identifier: Apache-2.0
"""BEEM, the benchmarks for explicit model checkers, and what is known of them: questions to the program and their answers.

The models are no part of the project. They are looked for in ../shared/beem beside the checkout: oracle.csv has the sizes of the
state spaces, oracle_ltl.csv the answers."""

import csv
import dataclasses
import json
import os
import pathlib
import subprocess
import typing

ROOT = pathlib.Path(os.environ.get("LARIAT_SOURCE_DIR") or pathlib.Path(__file__).resolve().parents[2])
PROGRAM = os.environ.get("LARIAT_PROGRAM") or str(ROOT / "build" / "release" / "bin" / "lariat")
FOLDER = ROOT.parent / "shared" / "beem"

VERDICTS = {"yes": "holds", "no": "violated"}
RULES = {"stutter": "answer", "ignore": "answer_without_deadlock_extension"}  # what becomes of runs that end

Report = dict
Judge = typing.Callable[[Report, int], typing.Iterable[str]]  # complaints about a report and an exit code


@dataclasses.dataclass(frozen=True)
class Question:
    name: str
    arguments: tuple
    judge: Judge

    def ask(self, timeout=None, program=PROGRAM):
        """The report, and what is wrong with it. A program that does not end in time raises subprocess.TimeoutExpired."""
        done = subprocess.run([program, *self.arguments, "--json", "--progress", "none"], stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=timeout)
        try:
            report = json.loads(done.stdout)
        except ValueError:
            return None, [f"exit {done.returncode}: {done.stderr.strip()[:300]}"]
        try:
            return report, list(self.judge(report, done.returncode))
        except (KeyError, IndexError, TypeError) as error:
            return report, [f"a report of another shape: {error!r}"]


def rows(name):
    with open(FOLDER / name, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def is_here():
    return (FOLDER / "oracle.csv").exists()


def sizes():
    return {(row["family"], row["instance"]): int(row["states"]) for row in rows("oracle.csv")}


def models(max_states):
    """The instances with so many states at most, small ones first."""
    return sorted((row for row in rows("oracle.csv") if int(row["states"]) <= max_states), key=lambda row: int(row["states"]))


def properties(max_states):
    """Their properties, each with the `file` and `states` of its model; small ones first."""
    about = {(row["family"], row["instance"]): row for row in rows("oracle.csv")}
    found = []
    for row in rows("oracle_ltl.csv"):
        model = about[row["family"], row["instance"]]
        if int(model["states"]) <= max_states:
            found.append({**row, "file": str(FOLDER / model["dve_file"]), "states": int(model["states"])})
    return sorted(found, key=lambda row: row["states"])


def differences(expected, found):
    """The differences between published and computed numbers; unknown numbers are blank."""
    for name, value in expected.items():
        if value not in ("", None) and int(value) != found.get(name):
            yield f"{name}: expected {value}, got {found.get(name)}"


def size_question(row, order="bfs"):
    """The size of a state space, and of its components."""
    expected = {"states": row["states"], "transitions": row["edges"], "deadlocks": row["deadlocks"],
                "max_out_degree": row["max_out_degree"], "errors": 0,
                **{name: row[name] for name in ("scc_count", "scc_trivial", "scc_terminal", "scc_largest")}}
    if order == "bfs":
        expected["levels"] = row["bfs_levels"]

    def judge(report, code):
        if code != 0 or not report["complete"]:
            yield f"exit {code}, complete {report['complete']}"
        yield from differences(expected, report["statistics"])

    return Question(f"{row['family']}.{row['instance']} explore {order}",
                    ("explore", str(FOLDER / row["dve_file"]), "--scc", "--search", order), judge)


def title(row):
    return f"{row['family']}.{row['instance']} {row['prop_id']}"


def defines(row):
    return tuple(word for name, value in json.loads(row["aps"]).items() for word in ("--define", f"{name}={value}"))


def answers(row):
    """(rule, verdict) of a formula, where the verdict is known."""
    return [(rule, VERDICTS[row[column]]) for rule, column in RULES.items() if row[column] in VERDICTS]


def expect_verdict(verdict):
    def judge(report, code):
        finding = report["properties"][0]
        if (finding["verdict"], code) != (verdict, {"holds": 0, "violated": 1}[verdict]):
            yield f"expected {verdict}, got {finding['verdict']} {finding['reason']}, exit {code}"
        if (finding["lasso"] is None) != (verdict == "holds"):
            yield "a verdict without its run" if verdict == "violated" else "a run of a property that holds"

    return judge


def asks(row):
    """The ways to ask for a formula: as text, and by the model with a process that accepts its negation."""
    yield "ltl", (row["file"], "--ltl", row["formula"], *defines(row))
    if row["prop_file"]:
        yield "property", (str(FOLDER / row["prop_file"]),)


def formula_questions(row, *options):
    for rule, verdict in answers(row):
        for way, arguments in asks(row):
            yield Question(" ".join([title(row), "check", way, rule, *options]),
                           ("check", *arguments, *(("--property",) if way == "property" else ()), "--deadlock-runs", rule,
                            *options), expect_verdict(verdict))


def reach_question(row):
    """Can a state be reached, and in how many steps?"""
    is_reachable = row["verdict"] == "reachable"

    def judge(report, code):
        finding = report["properties"][0]
        if (finding.get("reachable"), code) != (is_reachable, int(not is_reachable)):
            yield f"expected reachable {is_reachable}, got {finding.get('reachable')} {finding['reason']}, exit {code}"
        elif is_reachable and row["cex_length"]:  # counts states
            length = len(finding["lasso"]["stem"]) + 1
            if length != int(row["cex_length"]):
                yield f"expected a run of {row['cex_length']} states, got {length}"

    return Question(f"{title(row)} reach", ("check", row["file"], "--reach", row["formula"], *defines(row)), judge)


def never_question(row):
    """The reachability question as a formula."""
    verdict = VERDICTS[row["ltl_holds"]]
    return Question(f"{title(row)} check never", ("check", row["file"], "--ltl", row["ltl_formula"], *defines(row)),
                    expect_verdict(verdict))
