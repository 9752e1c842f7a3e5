# SPDX-License-Identifier: Apache-2.0
"""Asks Spin for what models/expected.csv says of the Promela models: every verdict and every number of states.

    tests/models/ask_spin.py [NAME ...]        only models whose paths contain one of the names

No test runs this, it takes some minutes; run it after a change of a Promela model. It needs spin and gcc.
"""

import concurrent.futures
import csv
import json
import pathlib
import re
import subprocess
import sys
import tempfile

MODELS = pathlib.Path(__file__).resolve().parents[2] / "models"
DEPTH = "-m5000000"

# One state for each state of the model, one transition for each step: nothing merged, nothing hidden, nothing reduced.
EXACT = ["-o1", "-o2", "-o3"]
COMPILE = ["gcc", "-O1", "-w", "-DNOREDUCE", "-DMEMLIM=8000", "-DVECTORSZ=2048", "-o", "pan", "pan.c"]


def command(arguments, folder):
    done = subprocess.run(arguments, cwd=folder, text=True, capture_output=True)
    return done.stdout + done.stderr


def spin_formula(row):
    """The row as a formula of Spin that fails if the verdict is violated or reachable."""
    if row["kind"] == "invariant":
        return f"[] ({row['formula']})"
    if row["kind"] == "reach":
        return f"[] !({row['formula']})"
    defines = json.loads(row["defines"] or "{}")
    words = {"G": "[]", "F": "<>", "R": "V"}

    def word(match):
        name = match.group()
        return words.get(name) or (f"({defines[name]})" if name in defines else name)

    return re.sub(r"[A-Za-z_]\w*", word, row["formula"])


def verifier(text, generate, compile_flags, folder):
    """Makes pan in the folder. Its path."""
    folder.mkdir()
    (folder / "model.pml").write_text(text, encoding="utf-8")
    report = command(["spin", *generate, "-a", "model.pml"], folder)
    if "Error" in report or "error:" in report:
        raise RuntimeError(report)
    report = command(COMPILE + compile_flags, folder)
    if not (folder / "pan").exists():
        raise RuntimeError(report)
    return folder


def errors(report):
    """The number of errors of a search that was complete, unless it found one."""
    number = int(re.search(r"errors: (\d+)", report).group(1))
    if not number and ("max search depth too small" in report or "out of memory" in report):
        raise RuntimeError(report)
    return number


def answers(path, rows):
    """For each row what Spin says, and the number of states."""
    text = (MODELS / path).read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        plain = verifier(text, EXACT, ["-DSAFETY", "-DNOCLAIM"], folder / "plain")
        report = command(["./pan", "-c0", "-n", DEPTH], plain)
        if "max search depth too small" in report:
            raise RuntimeError(report)
        states = re.search(r"(\d+) states, stored", report).group(1)
        # A claim does not see states behind a failed assertion, so these are taken out.
        claims = "".join(f"ltl row_{i} {{ {spin_formula(row)} }}\n" for i, row in enumerate(rows)
                         if row["kind"] in ("ltl", "invariant", "reach"))
        claimed = verifier("#define assert(x) true\n" + text + "\n" + claims, [], [], folder / "claimed")
        for i, row in enumerate(rows):
            if row["kind"] == "deadlock":
                failed = errors(command(["./pan", "-A", "-n", DEPTH], plain))
            elif row["kind"] == "assert":
                failed = errors(command(["./pan", "-E", "-n", DEPTH], plain))
            else:
                claim = row["formula"] if row["kind"] == "property" else f"row_{i}"
                report = command(["./pan", "-a", "-N", claim, "-n", DEPTH], claimed)
                if f"({claim})" not in report:
                    raise RuntimeError(report)
                failed = errors(report)
            if row["kind"] == "reach":
                yield row, "reachable" if failed else "unreachable", states
            else:
                yield row, "violated" if failed else "holds", states


def check(path, rows):
    """Lines about differences."""
    problems = []
    named = re.findall(r"(?m)^ltl (\w+)", (MODELS / path).read_text(encoding="utf-8"))
    listed = [row["formula"] for row in rows if row["kind"] == "property"]
    if named != listed:
        problems.append(f"{path}: has the properties {named}, but rows for {listed}")
    for row, verdict, states in answers(path, rows):
        if (verdict, states) != (row["verdict"], row["states"]):
            problems.append(f"{path}: {row['kind']} {row['formula']}: expected {row['verdict']}, {row['states']} states; "
                            f"Spin says {verdict}, {states} states")
    return problems


def main():
    models = {}
    with open(MODELS / "expected.csv", newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["model"].endswith(".pml") and (not sys.argv[1:] or any(name in row["model"] for name in sys.argv[1:])):
                models.setdefault(row["model"], []).append(row)
    failed = False
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for path, problems in zip(models, pool.map(check, models, models.values())):
            print(path, f"{len(models[path])} rows", "differs" if problems else "agrees", sep=": ", flush=True)
            print(*(f"  {line}\n" for line in problems), sep="", end="")
            failed = failed or bool(problems)
    sys.exit(failed)


main()
