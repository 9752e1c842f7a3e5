# SPDX-License-Identifier: Apache-2.0
"""Runs lariat and Spin on one model and measures them; used by bench/peers and bench/reduction."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time

# Compiler options of pan. No reduction, so that both tools visit the same states.
SAFETY = ["-DNOREDUCE", "-DSAFETY", "-DNOCLAIM", "-DNOFAIR"]
LIVENESS = ["-DNOREDUCE", "-DNOFAIR"]
SPIN = ["spin", "-a", "-o1", "-o2", "-o3"]


class Failed(Exception):
    """A tool failed; the message says why."""


def run(command, cwd=None, timeout=None):
    """The output of a program, its wall-clock and CPU time in seconds, and its peak memory in bytes."""
    start = time.monotonic()
    child = subprocess.Popen(command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    killer = threading.Timer(timeout, child.kill) if timeout else None
    if killer:
        killer.start()
    output = child.stdout.read()
    _, status, usage = os.wait4(child.pid, 0)
    wall = time.monotonic() - start
    if killer:
        killer.cancel()
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode < 0:
        raise Failed(f"{pathlib.Path(command[0]).name} was killed (time, memory?)")
    return output, child.returncode, {
        "wall": wall,
        "cpu": usage.ru_utime + usage.ru_stime,
        "peak": usage.ru_maxrss * 1024,
    }


def best(measured, clock):
    """The fastest of several runs: other work on the machine only ever makes a run slower."""
    return min(measured, key=lambda one: one[clock])


class Lariat:
    """The program under test."""

    def __init__(self, program, timeout):
        self.program = program
        self.timeout = timeout
        help_text = subprocess.run([program, "explore", "--help"], capture_output=True, text=True).stdout
        help_text += subprocess.run([program, "check", "--help"], capture_output=True, text=True).stdout
        self.options = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", help_text))

    def knows(self, option):
        """True if the program has the option."""
        return option in self.options

    def _ask(self, command, instance, extra):
        arguments = [self.program, command, str(instance.path), *[f"-D{d}" for d in instance.defines], "--json", *extra]
        if self.knows("--progress"):
            arguments += ["--progress", "none"]
        text, code, measured = run(arguments, timeout=self.timeout)
        try:
            answer = json.loads(text[text.index("{"):])
        except ValueError:
            raise Failed(f"lariat: {text.strip()[:200]}") from None
        if code not in (0, 1, 3):
            raise Failed(f"lariat ended with {code}")
        return answer, measured

    def explore(self, instance, extra=()):
        """One full exploration."""
        answer, measured = self._ask("explore", instance, list(extra))
        statistics = answer["statistics"]
        approximate = "--bitstate" in extra or "--hash-compact" in extra
        if not answer.get("complete", True) and not approximate:
            raise Failed("lariat: the search was cut off")
        return {**measured, "states": statistics["states"], "seconds": statistics["seconds"],
                "bytes": statistics["store_bytes"], "vector": statistics["state_bytes"], "depth": statistics.get("max_depth", 0)}

    def errors(self, instance, extra=()):
        """Errors and invalid end states: what Spin's verifier looks for by itself."""
        answer, measured = self._ask("check", instance, ["--assert", "--end-states", *extra])
        verdicts = {row["verdict"] for row in answer["properties"]}
        statistics = answer["properties"][0]["statistics"]
        return {**measured, "states": statistics["states"], "verdict": min(verdicts, key=["violated", "unknown", "holds"].index)}

    def check(self, instance, name, extra=()):
        """One property that the model names."""
        plain = ["--vacuity", "0"] if self.knows("--vacuity") else []  # Spin looks for no warnings
        answer, measured = self._ask("check", instance, ["--property", name, *plain, *extra])
        row = answer["properties"][0]
        statistics = row["statistics"]
        return {**measured, "states": statistics["states"], "seconds": statistics["seconds"], "verdict": row["verdict"],
                "bytes": statistics["store_bytes"]}


class Verifier:
    """Spin's verifier of one model: generated, compiled, and run any number of times."""

    def __init__(self, instance, flags, timeout, name=None, spin=tuple(SPIN)):
        self.instance = instance
        self.timeout = timeout
        self.claim = name
        self.spin = spin
        self.folder = tempfile.mkdtemp(prefix="peers-")
        self.compiler = ["gcc", "-O2", "-w", "-DMEMLIM=16000", *flags, "-o", "pan", "pan.c"]
        self.depth = instance.depth

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder, ignore_errors=True)

    def build(self):
        """Generates and compiles; how long that took."""
        for file in pathlib.Path(self.folder).iterdir():
            file.unlink()
        text, _, spin = run([*self.spin, *[f"-D{d}" for d in self.instance.defines], str(self.instance.path)], cwd=self.folder)
        if not pathlib.Path(self.folder, "pan.c").exists():
            raise Failed(f"spin: {text.strip()[:200]}")
        text, code, gcc = run(self.compiler, cwd=self.folder)
        if code:
            raise Failed(f"gcc: {text.strip()[:200]}")
        return {"spin": spin["wall"], "gcc": gcc["wall"]}

    def verify(self, arguments):
        """One run, with a stack that is deep enough and no deeper: pan allocates all of it at the start."""
        claim = ["-N", self.claim] if self.claim else []
        while True:
            text, _, measured = run(["./pan", "-n", f"-m{self.depth}", *claim, *arguments], cwd=self.folder, timeout=self.timeout)
            if "max search depth too small" not in text:
                break
            self.depth *= 10
        if "out of memory" in text or "memory limit" in text:
            raise Failed("pan ran out of memory")
        reached = re.search(r"depth reached (\d+)", text)
        if reached:
            self.depth = int(reached[1]) + 100
        states = re.search(r"^\s*(\S+) states, stored(?: \((\S+) visited\))?", text, re.MULTILINE)
        if not states:
            raise Failed(f"pan: {text.strip()[:200]}")
        visited = states[2] or states[1]
        megabytes = [float(size) for size in re.findall(r"^\s*(\S+)\s+(?:actual memory usage for states|memory used for hash (?:table|array)"
                                                        r"|memory used for bit stack)", text, re.MULTILINE)]
        stored = int(float(states[1]))
        vector = re.search(r"State-vector (\d+)", text)
        errors = re.search(r"errors: (\d+)", text)
        return {**measured, "states": int(float(visited)), "stored": stored, "bytes": sum(megabytes) * 2**20,
                "vector": int(vector[1]), "errors": int(errors[1]), "depth": self.depth, "output": text}


def require(program):
    """Ends the script if a program is missing."""
    if not shutil.which(program):
        sys.exit(f"peers: {program} is not installed (scripts/setup installs it)")
