# SPDX-License-Identifier: Apache-2.0
"""Random Promela programs, checked as they are written and reduced: the verdicts must be the same.

That a run of the reduced program is one of the original is verified by lariat itself: otherwise it ends with exit code 70."""

import json
import subprocess

import compare
import programs

MAX_STATES = 3000
QUESTIONS = [[], ["--fair"], ["--acceptance-cycles"], ["--progress-cycles"], ["--progress-cycles", "--fair"]]
WAYS = [["--engine", "interpreter"], ["--por", "stubborn"], ["--por", "ample", "--search", "dfs"], ["--threads", "2"]]


def verdicts(text, options):
    """By property; a string says why there are none."""
    command = [compare.PROGRAM, "check", "-", "--language", "promela", "--json", "--max-states", str(MAX_STATES), *options]
    try:
        done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=60)
    except subprocess.TimeoutExpired:
        return "too long"
    if done.returncode not in (0, 1, 3):
        return f"exit code {done.returncode}: {done.stderr.strip()[:500]}"
    return {row["name"]: row["verdict"] for row in json.loads(done.stdout)["properties"]}


def try_program(seed):
    """How many verdicts were compared, and the differences."""
    text = str(programs.random_program(seed, seed % 2 == 1))
    compared, differences = 0, []
    question = QUESTIONS[0] if seed % 3 else QUESTIONS[seed // 3 % len(QUESTIONS)]
    expected = verdicts(text, [*question, "--as-written"])
    for way in WAYS if isinstance(expected, dict) else []:
        found = verdicts(text, [*question, *way])
        if found == "too long":
            continue
        if isinstance(found, str):
            differences.append(f"{question + way}: {found}")
            continue
        for name, verdict in expected.items():
            if "unknown" in (verdict, found.get(name)):
                continue
            compared += 1
            if found.get(name) != verdict:
                differences.append(f"{question + way}: {name}: as written {verdict}, reduced {found.get(name)}")
    if differences:
        return compared, f"// seed {seed}\n{text}\n/* " + "\n".join(differences) + " */\n"
    return compared, ""
