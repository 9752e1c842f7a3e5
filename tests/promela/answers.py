# SPDX-License-Identifier: Apache-2.0
"""What Spin and lariat say of a Promela model, in the same form.

Spin is asked by the verifier that it writes, made so that it counts exactly: one state for each state of the model, one transition
for each step, nothing merged, hidden or reduced. lariat is asked by its program. `differences` compares the two.
"""

import dataclasses
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

SOURCE = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("LARIAT_PROGRAM") or str(SOURCE / "build/release/bin/lariat")
EXACT = ["-o1", "-o2", "-o3"]
FLAGS = ["-w", "-DNOREDUCE", "-DMEMLIM=6000", "-DVECTORSZ=16384", "-DNFAIR=3"]


@dataclasses.dataclass
class Answer:
    """What a tool says. A question that was not answered has the answer None."""

    accepted: bool
    message: str = ""           # why not accepted, or why something is missing
    states: int = None
    transitions: int = None
    errors: str = None          # holds, or violated if an assertion fails or a step goes wrong
    faults: bool = False        # a step goes wrong other than by an assertion: what lies behind it is counted differently
    ends: str = None            # holds, or violated if a run ends in an invalid end state
    claims: dict = dataclasses.field(default_factory=dict)  # by name: holds or violated
    cycles: dict = dataclasses.field(default_factory=dict)  # accept and progress: holds, or violated by a cycle


def is_here():
    if not shutil.which("spin") or not compiler():
        return False
    return "6.5.2" in subprocess.run(["spin", "-V"], text=True, capture_output=True).stdout


def compiler(fast=False):
    """tcc compiles a verifier in no time; gcc makes one that is quick."""
    if not fast and shutil.which("tcc"):
        return ["tcc"]
    return ["gcc", "-O2"] if shutil.which("gcc") else []


def run(command, folder, timeout):
    """What a command prints, and its exit code; -1 if it took too long."""
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, timeout=timeout, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return "", -1
    return (done.stdout + done.stderr).decode(errors="replace"), done.returncode


def claims_of(text):
    """The names of the claims in the text of a verifier, and whether anything in a process has a label for cycles."""
    names = re.search(r"char \*procname\[\] = \{(.*?)\b0\s*\};", text, re.S)
    kinds = re.search(r"int Btypes\[\] = \{(.*?)\};", text, re.S)
    names = re.findall(r'"(.*?)"', names.group(1))
    kinds = [int(kind) for kind in re.findall(r"(\d+),?\s*/\*", kinds.group(1))]
    return [name for name, kind in zip(names, kinds) if kind == 1]


MESSAGE = re.compile(r"^pan(?::\d+|): (.*?)(?: \(at depth \d+\))?$", re.M)
NO_ERROR = ("reducing search depth", "wrote", "elapsed time", "rate", "warning", "resizing", "avg transition", "out of memory",
            "reached -DMEMLIM", "ltl formula", "search terminated", "in addition to", "claim ")


# What goes wrong with a step, other than an assertion of the model.
FAULT = re.compile(r"invalid array index|uninitialized chan|bad queue|rendezvous|rv chan|block in d_step|blocking sel|too many|"
                   r"non-determinism|wrong type|fields|arity")


def messages(report):
    return [text for text in MESSAGE.findall(report) if not text.lstrip().startswith(NO_ERROR)]


def complete(report):
    return not re.search(r"max search depth too small|out of memory|reached -DMEMLIM|VECTORSZ is too small", report)


def errors_in(report):
    found = re.search(r"errors: (\d+)", report)
    return int(found.group(1)) if found else None


def cycle_verdict(kind, report):
    """Whether there is a cycle, if the search says so: it may have ended for another reason."""
    if errors_in(report) == 0 and complete(report):
        return {kind: "holds"}
    return {kind: "violated"} if any(word in report for word in ("acceptance cycle", "accept stutter", "non-progress cycle (")) else {}


def ask_spin(path, *, cc=None, timeout=60, depth=1000000, defines=(), cycles=True):
    """Spin's answer. Assertions do not stop the search; a claim is asked about without them, and each claim alone."""
    cc = cc or compiler()
    path = pathlib.Path(path).resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        report, status = run(["spin", "-a", *EXACT, *defines, str(path)], folder, timeout)
        if status != 0 or not (folder / "pan.c").exists():
            lines = [line for line in report.splitlines() if re.search(r"error|Error|:\d+:", line)]
            return Answer(False, (lines or report.splitlines() or [f"ended with {status}"])[0])
        answer = Answer(True)
        text = (folder / "pan.c").read_text(errors="replace")

        def verifier(program, *flags):
            report, status = run([*cc, *FLAGS, *flags, "-o", program, "pan.c"], folder, timeout)
            if status != 0:
                answer.message = "the verifier does not compile: " + (report.splitlines() or [""])[0]
            return status == 0

        def search(program, *options):
            return run([f"./{program}", "-n", f"-m{depth}", "-w18", *options], folder, timeout)

        if not verifier("plain", "-DSAFETY", "-DNOCLAIM"):
            return answer
        report, status = search("plain", "-c0")
        found = messages(report)
        counted = re.search(r"([\d.e+]+) states, stored", report)
        steps = re.search(r"([\d.e+]+) transitions", report)
        fatal = counted is None or "Search not completed" in report
        answer.ends = "violated" if any("invalid end state" in text for text in found) else None
        wrong = [text for text in found if "invalid end state" not in text]
        # a step that goes wrong, but not by an assertion
        answer.faults = any(not text.startswith("assertion violated") or FAULT.search(text) for text in wrong)
        answer.errors = "violated" if wrong else None
        if status < 0 and not report:
            answer.message = "took too long"
        elif not complete(report):
            answer.message = "not complete"
        elif fatal:
            answer.faults = True
            answer.errors = "violated"
            answer.message = "stopped: " + (found[-1] if found else report.splitlines()[0] if report else f"signal {-status}")
        else:
            answer.states, answer.transitions = int(float(counted.group(1))), int(float(steps.group(1)))
            answer.ends = answer.ends or "holds"
            answer.errors = answer.errors or "holds"
        if answer.message:
            return answer

        claims = claims_of(text)
        if wrong:
            # A claim does not see what lies behind a failed assertion, so these are taken out.
            report, status = run(["spin", "-a", *EXACT, *defines, "-Dassert(x)=(true)", str(path)], folder, timeout)
            if status != 0:
                return answer
        if (claims or cycles) and verifier("claimed"):
            for claim in claims:
                report, _ = search("claimed", "-a", "-N", claim)
                broken = [text for text in messages(report) if FAULT.search(text)]
                count = errors_in(report)
                # An atom that cannot be evaluated breaks a formula; a step that goes wrong says nothing of it.
                if not (broken and answer.faults) and (count or (count == 0 and complete(report))):
                    answer.claims[claim] = "violated" if count else "holds"
            if cycles and not claims:
                answer.cycles.update(cycle_verdict("accept", search("claimed", "-a", "-A", "-E")[0]))
        if cycles and verifier("progress", "-DNP", "-DNOCLAIM"):
            answer.cycles.update(cycle_verdict("progress", search("progress", "-l", "-A", "-E")[0]))
        return answer


def call_lariat(arguments, timeout):
    try:
        done = subprocess.run([PROGRAM, *arguments], capture_output=True, timeout=timeout, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return None, "", -1
    error = done.stderr.decode(errors="replace")
    try:
        return json.loads(done.stdout), error, done.returncode
    except ValueError:
        return None, error, done.returncode


def ask_lariat(path, *, timeout=60, max_states=4000000, defines=(), claims=(), cycles=()):
    """lariat's answer: what it asks by itself, these claims if they are not among that, and these kinds of cycles."""
    options = [option.replace("-D", "--macro=", 1) for option in defines] + ["--json"]
    report, error, status = call_lariat(["explore", str(path), *options, "--max-states", str(max_states)], timeout)
    if report is None:
        if status == -1:
            return Answer(True, "took too long")
        lines = [line for line in error.splitlines() if "error:" in line] or error.splitlines() or [f"ended with {status}"]
        return Answer(status not in (2,), lines[0])
    answer = Answer(True)
    if status not in (0, 1):
        answer.message = report.get("reason") or report.get("error") or f"ended with {status}"
        return answer
    answer.states = report["statistics"]["states"]
    answer.transitions = report["statistics"]["transitions"] + 1  # as Spin counts: the initial state is arrived at as well
    report, error, status = call_lariat(["check", str(path), *options, "--max-states", str(max_states)], timeout)
    if report is None or status not in (0, 1, 3):
        answer.message = f"check: ended with {status}: {error[:200]}"
        return answer
    for row in report["properties"]:
        verdict = row["verdict"] if row["verdict"] != "unknown" else None
        if row["kind"] == "assert":
            answer.errors = verdict
        elif row["kind"] == "deadlock":
            answer.ends = verdict
        else:
            answer.claims[row["name"]] = verdict
    for claim in claims:
        if claim in answer.claims:
            continue
        report, _, status = call_lariat(["check", str(path), *options, "--max-states", str(max_states), "--property", claim], timeout)
        if report is not None and status in (0, 1):
            answer.claims[claim] = report["properties"][0]["verdict"]
    for kind in cycles:
        question = {"accept": "--acceptance-cycles", "progress": "--progress-cycles"}[kind]
        report, _, status = call_lariat(["check", str(path), *options, "--max-states", str(max_states), question], timeout)
        if report is not None and status in (0, 1):
            answer.cycles[kind] = report["properties"][0]["verdict"]
    return answer


def differences(spin, ours):
    """Lines that say where lariat is wrong if Spin is right."""
    if spin.accepted != ours.accepted:
        yield ("Spin accepts it, lariat does not: " if spin.accepted else "lariat accepts it, Spin does not: ") + (ours.message or spin.message)
        return
    if not spin.accepted:
        return
    if ours.message:
        if not spin.message or spin.faults:
            yield f"lariat: {ours.message}"
        return

    def differs(what, theirs, mine):
        if theirs is not None and theirs != mine:
            yield f"{what}: Spin {theirs}, lariat {mine}"

    if not spin.faults:
        yield from differs("states", spin.states, ours.states)
        yield from differs("transitions", spin.transitions, ours.transitions)
        yield from differs("end states", spin.ends, ours.ends)
    yield from differs("errors", spin.errors, ours.errors)
    for name, verdict in spin.claims.items():
        yield from differs(f"claim {name}", verdict, ours.claims.get(name, "absent"))
    for name, verdict in spin.cycles.items():
        yield from differs(f"{name} cycles", verdict, ours.cycles.get(name))
