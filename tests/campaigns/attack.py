#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The program under attack: little memory, signals at any time, disks that are full, readers that leave, mutated input.

    tests/campaigns/attack.py --runs 5000 --seed 1
    tests/campaigns/attack.py --runs 300 --kinds memory,signals
    tests/campaigns/attack.py --only 4711           one attack again, with all that it showed

Whatever happens, the program ends by itself with one of its exit codes and says nothing of internal errors; what it prints as JSON
is whole, and no verdict differs from that of an undisturbed run: it may become unknown, never wrong. Each attack follows from its
seed; the seed and the command of each failure are printed. Ends with 1 if there was one."""

import argparse
import json
import os
import pathlib
import random
import re
import resource
import shlex
import signal
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(os.environ.get("LARIAT_SOURCE_DIR") or pathlib.Path(__file__).resolve().parents[2])
PROGRAM = os.environ.get("LARIAT_PROGRAM") or str(ROOT / "build" / "release" / "bin" / "lariat")
KINDS = ["memory", "signals", "disk", "pipes", "mutations"]
TIMEOUT = 120

# What the program must never say, whatever it is given.
FORBIDDEN = re.compile(rb"internal error|unexpected:|terminate called|Sanitizer|runtime error:|Assertion|LLVM ERROR")
CONTROL = re.compile(rb"[\x00-\x08\x0b-\x1f\x7f]")


def searches(size):
    """Commands on models that take long enough to be disturbed; `size` bounds the states."""
    bench, dve = ROOT / "models" / "bench", ROOT / "models" / "dve"
    big, small = bench / "philosophers_9.pml", dve / "peterson.dve"
    limit = ["--max-states", str(size)]
    commands = [["check", big, "--deadlock", *limit], ["check", bench / "elevator_3.dve", "--deadlock", *limit],
                ["explore", big, *limit], ["explore", big, "--por", "stubborn", *limit], ["explore", big, "--search", "dfs", *limit],
                ["explore", big, "--threads", "2", *limit], ["explore", small, "--scc"],
                ["check", small, "--ltl", "G F {P_0.CS}", *limit], ["check", big, "--bitstate", "22", "--assert"],
                ["check", bench / "mcs_4.dve", "--assert", *limit], ["simulate", big, "--steps", "2000"],
                ["ltl", "G (a -> F (b & X (c U d))) & G F e & F G f"], ["ltl", "G F a -> G F b", "--check", "--words", "100"],
                ["scc", ROOT / "models" / "hoa" / sorted(p.name for p in (ROOT / "models" / "hoa").glob("*.hoa"))[0]]]
    stored = [[*c, "--store", "tree"] for c in commands[:6]]
    compiled = [[*c, "--engine", "native", "--no-cache"] for c in commands[:3]]
    return [list(map(str, c)) for c in commands + stored + compiled]


def inputs():
    """Files to mutate, with the commands that read them."""
    found = []
    for folder, pattern, commands in (("promela", "*.pml", ["check", "explore", "simulate"]), ("dve", "*.dve", ["check", "explore"]),
                                      ("hoa", "*.hoa", ["empty", "scc", "compare"])):
        for path in sorted((ROOT / "models" / folder).glob(pattern)):
            found += [(path, command) for command in commands]
    corpus = ROOT / "tests" / "fuzz" / "corpus"
    for folder, ending, command in (("hoa", ".hoa", "empty"), ("never", ".never", "empty"), ("promela", ".pml", "check"), ("dve", ".dve", "check")):
        found += [(path, command) for path in sorted((corpus / folder).glob("*")) if path.stat().st_size < 20000]
    return found


def mutate(text, dice):
    """The text with some bytes changed, removed, repeated, or replaced by what parsers dislike."""
    text = bytearray(text)
    evil = [b"\x00", b"\xff", b"\x1b[2J", b"(" * 300, b"9" * 40, b"-1", b"{", b"}", b"/*", b"\"", b"#include \"/dev/zero\"\n", b"\\\n", b"[0]", b"%d%s",
            b"\xe2\x80\xae", b"x" * 5000, b"\n" * 50, b"4294967296", b"&&", b"run P();"]
    for _ in range(dice.choice([1, 1, 2, 5, 20])):
        at, length = dice.randrange(len(text) + 1), dice.randrange(1, 40)
        way = dice.randrange(5)
        if way == 0:
            text[at:at + 1] = bytes([dice.randrange(256)])
        elif way == 1:
            del text[at:at + length]
        elif way == 2:
            text[at:at] = text[at:at + length] * dice.choice([1, 2, 50])
        elif way == 3:
            text[at:at] = dice.choice(evil)
        else:
            other = dice.randrange(len(text) + 1)
            text[at:at + length] = text[other:other + length]
    return bytes(text)


class Attack:
    """One attack: a command, and what disturbs it."""

    def __init__(self, seed, kinds, size, folder):
        self.seed = seed
        self.folder = folder
        dice = random.Random(seed)
        self.kind = dice.choice(kinds)
        self.command = dice.choice(searches(size))
        self.limits = []
        self.signal = None
        self.delay = 0.0
        self.output = subprocess.PIPE
        self.note = ""
        if self.command[0] not in ("ltl", "simulate") or dice.random() < 0.5:
            self.command.append("--json")
        getattr(self, self.kind)(dice)

    def memory(self, dice):
        limit = int(2 ** dice.uniform(24, 34))
        self.limits = [(resource.RLIMIT_AS, limit)]
        self.note = f"ulimit -v {limit >> 10}"

    def signals(self, dice):
        self.signal = dice.choice([signal.SIGHUP, signal.SIGINT, signal.SIGTERM])
        self.delay = dice.choice([0.0, 0.01, 0.05, 0.2, 0.6]) * dice.random() * 2
        self.note = f"{self.signal.name} after {self.delay:.3f} s"

    def disk(self, dice):
        limit = dice.choice([0, 1, 100, 4096, 65536])
        if self.command[0] in ("check", "simulate"):
            self.command += ["--trace", str(self.folder / "run.json")]
        if dice.random() < 0.3:
            self.output = "/dev/full"
        elif dice.random() < 0.7:
            self.output = str(self.folder / "output")
        self.limits = [(resource.RLIMIT_FSIZE, limit)]
        self.note = f"files of at most {limit} bytes, output to {self.output}"

    def pipes(self, dice):
        self.output = "closed pipe" if dice.random() < 0.7 else "nothing"
        self.note = f"output to {self.output}"

    def mutations(self, dice):
        path, command = dice.choice(inputs())
        file = self.folder / ("input" + path.suffix)
        file.write_bytes(mutate(path.read_bytes(), dice))
        more = {"explore": ["--max-states", "20000", "--max-time", "10"], "check": ["--max-states", "20000", "--max-time", "10"],
                "simulate": ["--steps", "200"], "empty": ["--max-time", "10"]}
        self.command = [command, str(file), *more.get(command, [])]
        if dice.random() < 0.3:
            self.command.append("--json")
        self.limits = [(resource.RLIMIT_CPU, 60)]

    def text(self):
        return f"seed {self.seed} ({self.kind}{': ' + self.note if self.note else ''}): {PROGRAM} {shlex.join(self.command)}"

    def prepare(self):
        def apply():
            for number in (signal.SIGXFSZ, signal.SIGPIPE, signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
                signal.signal(number, signal.SIG_DFL)
            for what, limit in self.limits:
                resource.setrlimit(what, (limit, limit))
            if self.output == "nothing":
                os.close(1)
        return apply

    def run(self):
        """What is wrong, or None; and the outputs."""
        target, closes = subprocess.PIPE, []
        if self.output == "closed pipe":
            reader, target = os.pipe()
            os.close(reader)
            closes.append(target)
        elif isinstance(self.output, str) and self.output.startswith("/"):
            target = os.open(self.output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            closes.append(target)
        process = subprocess.Popen([PROGRAM, *self.command], stdin=subprocess.DEVNULL, stdout=target, stderr=subprocess.PIPE,
                                   preexec_fn=self.prepare(), env={**os.environ, "LC_ALL": "C.UTF-8", "LARIAT_CACHE_DIR": str(self.folder / "cache")})
        for descriptor in closes:
            os.close(descriptor)
        try:
            if self.signal is not None:
                try:
                    process.wait(self.delay)
                except subprocess.TimeoutExpired:
                    process.send_signal(self.signal)
            out, error = process.communicate(timeout=TIMEOUT)
        except subprocess.TimeoutExpired:
            process.kill()
            out, error = process.communicate()
            return f"did not end within {TIMEOUT} s", out, error
        return self.judge(process.returncode, out or b"", error), out or b"", error

    def judge(self, code, out, error):
        if code < 0 and self.kind == "signals" and code == -self.signal and not out and self.delay < 0.05:
            return None  # before the program had begun to listen
        if code < 0 and self.kind == "memory" and not out and self.limits[0][1] < 48 << 20:
            return None  # not even the libraries could be loaded
        if code == 127 and self.kind == "memory" and b"shared librar" in error:
            return None
        if code not in (0, 1, 2, 3):
            return f"ended with {code}" + (f" ({signal.Signals(-code).name})" if code < 0 else "")
        for output in (out, error):
            if FORBIDDEN.search(output):
                return "speaks of an internal error"
            if CONTROL.search(output):
                return "writes control characters"
        if self.kind == "mutations":
            return self.judge_json(out, code) if "--json" in self.command and code in (0, 1, 3) and out else None
        if self.kind == "disk" and (leftover := [p.name for p in self.folder.iterdir() if p.name.endswith(".part")]):
            return f"left {leftover}"
        if self.kind in ("disk", "pipes"):
            return None
        if "--json" in self.command and out and self.command[0] != "ltl":
            return self.judge_json(out, code) or self.judge_verdicts(json.loads(out))
        return None

    @staticmethod
    def judge_json(out, code):
        try:
            for line in [out] if out.count(b"\n{") == 0 else out.splitlines():
                json.loads(line)
        except ValueError as problem:
            return f"prints no JSON: {problem}"
        return None

    def judge_verdicts(self, found):
        """An answer is that of an undisturbed run, or unknown."""
        if self.command[0] == "explore" and found.get("complete"):
            return self.differs(found, lambda f: (f["statistics"]["states"], f["statistics"]["transitions"], f["statistics"]["deadlocks"]))
        if self.command[0] == "check":
            expected = {p["name"]: p["verdict"] for p in self.undisturbed().get("properties", [])}
            for prop in found.get("properties", []):
                if prop["verdict"] != "unknown" and expected.get(prop["name"]) not in (prop["verdict"], "unknown"):
                    return f"{prop['name']}: {prop['verdict']}, undisturbed {expected.get(prop['name'])}"
        return None

    def differs(self, found, figures):
        expected = self.undisturbed()
        if expected.get("complete") and figures(expected) != figures(found):
            return f"{figures(found)}, undisturbed {figures(expected)}"
        return None

    known = {}

    def undisturbed(self):
        key = tuple(self.command)
        if key not in Attack.known:
            done = subprocess.run([PROGRAM, *self.command], capture_output=True, timeout=TIMEOUT, stdin=subprocess.DEVNULL)
            Attack.known[key] = json.loads(done.stdout)
        return Attack.known[key]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=1000, metavar="N", help="attacks [1000]")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="the number of the first one [1]")
    parser.add_argument("--only", type=int, metavar="SEED", help="this one alone, with its output")
    parser.add_argument("--kinds", default=",".join(KINDS), metavar="LIST", help=f"of {', '.join(KINDS)} [all]")
    parser.add_argument("--size", type=int, default=100000, metavar="N", help="states of a search at most [100000]")
    options = parser.parse_args()
    kinds = options.kinds.split(",")
    if unknown := [kind for kind in kinds if kind not in KINDS]:
        parser.error(f"no kind {unknown[0]}")
    failures, counts = 0, dict.fromkeys(kinds, 0)
    seeds = [options.only] if options.only is not None else range(options.seed, options.seed + options.runs)
    for seed in seeds:
        with tempfile.TemporaryDirectory(prefix="lariat") as folder:
            attack = Attack(seed, kinds, options.size, pathlib.Path(folder))
            counts[attack.kind] += 1
            problem, out, error = attack.run()
            if problem or options.only is not None:
                failures += problem is not None
                print(f"{attack.text()}\n  {problem or 'as it should be'}", flush=True)
                for name, output in (("output", out), ("errors", error)):
                    if output:
                        print(f"  {name}: {output[-600:]!r}", flush=True)
    print(", ".join(f"{count} {kind}" for kind, count in counts.items()) + f": {failures} failures")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
