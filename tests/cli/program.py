# SPDX-License-Identifier: Apache-2.0
"""Common parts of the tests of the program: how to run it, and some automata."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(os.environ.get("LARIAT_SOURCE_DIR") or pathlib.Path(__file__).resolve().parents[2])
PROGRAM = os.environ.get("LARIAT_PROGRAM") or str(ROOT / "build" / "release" / "bin" / "lariat")
MODELS = ROOT / "models" / "hoa"
sys.path.insert(0, str(ROOT / "tests" / "support"))


def environment(**changes):
    fixed = {"LC_ALL": "C.UTF-8", "NO_COLOR": "", "TERM": "xterm"}
    return {**os.environ, **fixed, **changes}


def run(*arguments, text=None, env=None, **options):
    """Runs the program on `text` as its standard input; a time out is a failure."""
    if text is None:
        options.setdefault("stdin", subprocess.DEVNULL)
    else:
        options["input"] = text
    options.setdefault("stdout", subprocess.PIPE)
    options.setdefault("stderr", subprocess.PIPE)
    return subprocess.run([PROGRAM, *map(str, arguments)], text=True, encoding="utf-8", errors="replace", timeout=60,
                          env=env or environment(), **options)


def run_json(*arguments, text=None):
    """The object that the program prints with --json, and its exit code. All of its output must be that object."""
    done = run(*arguments, "--json", text=text)
    return json.loads(done.stdout), done.returncode


def options():
    """The table of commands, options and the rules between them, as the program prints it."""
    if not os.access(PROGRAM, os.X_OK):  # main() skips the test
        return {"commands": [], "options": [], "rules": []}
    return run_json("options")[0]


def grid(n, k):
    """n processes count to k each: (k+1)^n states, the last of which has no successor."""
    return "".join(f"byte x{i};\nprocess P{i} {{ state a; init a; trans a -> a {{ guard x{i} < {k}; effect x{i} = x{i} + 1; }}; }}\n"
                   for i in range(n)) + "system async;\n"


def hoa(edges, states=None, initial=(0,), sets=1, marks=None, atoms=(), name=None, edge_marks=None, state_names=None):
    """An automaton as text. edges: {source: [(label, target)]}; marks: {state: [sets]}."""
    count = states or 1 + max([*edges, *(t for out in edges.values() for _, t in out)])
    lines = ["HOA: v1"] + ([f'name: "{name}"'] if name else []) + [f"States: {count}"]
    lines += [f"Start: {s}" for s in initial]
    lines.append(f"AP: {len(atoms)} " + " ".join(f'"{atom}"' for atom in atoms))
    condition = "&".join(f"Inf({i})" for i in range(sets)) or "t"
    lines += [f"Acceptance: {sets} {condition}", "--BODY--"]

    def braces(numbers):
        return " {" + " ".join(map(str, numbers)) + "}" if numbers else ""

    for s in range(count):
        quoted = f' "{state_names[s]}"' if state_names and s in state_names else ""
        lines.append(f"State: {s}{quoted}" + braces((marks or {}).get(s)))
        for i, (label, target) in enumerate(edges.get(s, [])):
            lines.append(f"[{label}] {target}" + braces((edge_marks or {}).get((s, i))))
    return "\n".join(lines + ["--END--", ""])


LOOP = hoa({0: [("t", 0)]}, marks={0: [0]}, name="loop")      # accepts
DEAD = hoa({0: [("t", 1)], 1: []}, marks={0: [0]}, name="dead")  # has no infinite run
# Weak, accepting: nothing more can be said.
WEAK = hoa({0: [("t", 0), ("t", 1)], 1: [("t", 1), ("t", 2)], 2: [("t", 2)]}, marks={1: [0]}, name="weak")
GENERAL = hoa({0: [("t", 1)], 1: [("t", 0)]}, marks={0: [0]}, name="general")
TWO_SETS = hoa({0: [("t", 1)], 1: [("t", 0)]}, marks={0: [0], 1: [1]}, sets=2, name="two sets")
EMPTY_SETS = hoa({0: [("t", 1)], 1: [("t", 0)]}, marks={0: [0]}, sets=2, name="misses set 1")


def big(states, sets=1, missing=True):
    """A large automaton; with `missing` no state is in the last set, so that a search has to see all of it."""
    body = []
    for s in range(states):
        body.append(f"State: {s}" + (" {%d}" % (s % (sets - 1)) if missing and sets > 1 else ""))
        body.append(f"[t] {(s + 1) % states}\n[t] {(7 * s + 1) % states}")
    condition = "&".join(f"Inf({i})" for i in range(sets))
    return (f"HOA: v1\nStates: {states}\nStart: 0\nAP: 0\nAcceptance: {sets} {condition}\n--BODY--\n" + "\n".join(body)
            + "\n--END--\n")


COMMANDS = [command["name"] for command in options()["commands"]]


class Case(unittest.TestCase):
    def expect(self, done, code, stdout=None, stderr=None):
        """The exit code, and words that the output must contain."""
        shown = f"\nexit {done.returncode}\n--- stdout\n{done.stdout}\n--- stderr\n{done.stderr}"
        self.assertEqual(done.returncode, code, shown)
        for word in [stdout] if isinstance(stdout, str) else stdout or []:
            self.assertIn(word, done.stdout, shown)
        for word in [stderr] if isinstance(stderr, str) else stderr or []:
            self.assertIn(word, done.stderr, shown)
        return done


class ModelCase(Case):
    """A test with a folder of its own, and models written into it."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def model(self, text, name="m.pml"):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path


def main():
    if not os.access(PROGRAM, os.X_OK):
        print("skipped: no program")
        sys.exit(77)
    unittest.main(module="__main__", argv=["test"])
