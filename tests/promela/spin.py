# SPDX-License-Identifier: Apache-2.0
"""What Spin says of a Promela model.

Spin is asked by the verifier that it writes, made so that it counts exactly: one state for each state of the model, one transition
for each step, nothing merged, hidden or reduced. It counts the initial state among the transitions.

`ask` gives all answers about a model in a file. `translate`, `verify` and `complaints` are for who wants one of them, soon.
"""

import contextlib
import dataclasses
import pathlib
import re
import resource
import shutil
import subprocess
import tempfile

VERSION = "6.5.2"
EXACT = ["-o1", "-o2", "-o3"]
FLAGS = ["-w", "-DNOREDUCE", "-DMEMLIM=6000", "-DVECTORSZ=16384", "-DNFAIR=3"]
SECONDS = 3  # for a question of `translate` and `verify`


class Skip(Exception):
    """There is no answer."""


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
    """Whether Spin, in the version that lariat follows, and a compiler are here."""
    if shutil.which("spin") is None or not compiler():
        return False
    return VERSION in subprocess.run(["spin", "-V"], capture_output=True, text=True, check=False).stdout


def compiler(fast=False):
    """tcc takes a twentieth of gcc's time, but is wrong about some constant conditions; gcc makes a verifier that is quick."""
    if not fast and shutil.which("tcc"):
        return ["tcc", "-w"]
    return ["gcc", "-w", "-O2" if fast else "-O0"] if shutil.which("gcc") else []


def run(command, folder, timeout, limits=None):
    """What a command prints, and its exit code; -1 if it took too long."""
    try:
        done = subprocess.run(list(map(str, command)), cwd=folder, capture_output=True, timeout=timeout, stdin=subprocess.DEVNULL,
                              preexec_fn=limits, check=False)
    except subprocess.TimeoutExpired:
        return "", -1
    return (done.stdout + done.stderr).decode(errors="replace"), done.returncode


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (1 << 31, 1 << 31))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run_soon(command, folder):
    output, status = run(command, folder, 4 * SECONDS, limit)
    if status == -1:
        raise Skip(f"{pathlib.Path(command[0]).name} takes too long")
    return output, status


# What a verifier prints.

MESSAGE = re.compile(r"^pan(?::\d+|): (.*?)(?: \(at depth \d+\))?$", re.M)
NO_ERROR = ("reducing", "wrote", "elapsed time", "rate", "warning", "resizing", "avg transition", "out of memory",
            "reached -DMEMLIM", "ltl formula", "search terminated", "in addition to", "claim ")

# What goes wrong with a step, other than an assertion of the model.
FAULT = re.compile(r"invalid array index|uninitialized chan|bad queue|rendezvous|rv chan|rv-attempt|block in d_step|blocking sel|too many|"
                   r"non-determinism|wrong type|fields|arity|division by zero")


def messages(report):
    return [text for text in MESSAGE.findall(report) if not text.lstrip().startswith(NO_ERROR)]


def complaints(report):
    """Kinds of errors that a verifier found."""
    found = set()
    for text in messages(report):
        if text.startswith("assertion violated") and not FAULT.search(text):
            found.add("assertion")
        elif text.startswith("invalid end state"):
            found.add("end state")
        elif text.startswith(("acceptance cycle", "end state in claim")):
            found.add("property")
        else:
            found.add("fault")
    return found


def figures(report):
    stored = re.search(r"([\d.e+]+) states, stored", report)
    made = re.search(r"([\d.e+]+) transitions", report)
    return (int(float(stored.group(1))), int(float(made.group(1)))) if stored and made else None


def complete(report):
    return not re.search(r"max search depth too small|out of memory|reached -DMEMLIM|VECTORSZ is too small", report)


def errors_in(report):
    found = re.search(r"errors: (\d+)", report)
    return int(found.group(1)) if found else None


def shortened(report):
    return "\n".join(line for line in report.splitlines() if line.startswith("pan:") or "states, stored" in line or " transitions (" in line)


def claims_of(text):
    """The names of the claims in the text of a verifier, and whether anything in a process has a label for cycles."""
    names = re.search(r"char \*procname\[\] = \{(.*?)\b0\s*\};", text, re.S)
    kinds = re.search(r"int Btypes\[\] = \{(.*?)\};", text, re.S)
    names = re.findall(r'"(.*?)"', names.group(1))
    kinds = [int(kind) for kind in re.findall(r"(\d+),?\s*/\*", kinds.group(1))]
    return [name for name, kind in zip(names, kinds) if kind == 1]


def cycle_verdict(kind, report):
    """Whether there is a cycle, if the search says so: it may have ended for another reason."""
    if errors_in(report) == 0 and complete(report):
        return {kind: "holds"}
    return {kind: "violated"} if any(word in report for word in ("acceptance cycle", "accept stutter", "non-progress cycle (")) else {}


def ask(path, *, cc=None, timeout=60, depth=1000000, defines=(), cycles=True):
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
        counted = figures(report)
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
            answer.states, answer.transitions = counted
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


# Models m.pml in a folder, without macros that need a preprocessor.

@contextlib.contextmanager
def folder_with(text):
    """A folder with a model m.pml, as long as it is needed."""
    with tempfile.TemporaryDirectory(prefix="lariat-spin-") as name:
        folder = pathlib.Path(name)
        (folder / "m.pml").write_text(text, encoding="utf-8")
        yield folder


def translate(folder):
    """Whether Spin accepts the model."""
    _, status = run_soon(["spin", "-Pcat", "-a", *EXACT, "m.pml"], folder)
    return status == 0 and (folder / "pan.c").exists()


def text_of(folder):
    return (folder / "m.pml").read_text(encoding="utf-8")


def verify(folder, flags, options, compiled_by=None):
    """Makes and runs Spin's verifier. What it prints."""
    # With priorities, Spin's verifier does not look at all of a process when it compares states, unless it is told to.
    if "priority" in text_of(folder) and "-DSAFETY" in flags:
        flags = [*flags, "-DNOCOMP"]
    _, status = run_soon([*(compiled_by or compiler()), *flags, "-DMEMLIM=900", "-o", "pan", "pan.c"], folder)
    if status != 0:
        raise Skip("Spin's verifier does not compile")
    for depth in (20_000, 200_000):
        report, status = run_soon(["./pan", *options, "-n", "-w14", f"-m{depth}"], folder)
        if "max search depth too small" not in report:
            break
    else:
        raise Skip("a search that is too deep")
    if status == -8:
        return "pan: division by zero\n"
    if "enabled(pid=thisproc)" in report:
        raise Skip("a process asks whether it is enabled itself")
    if "self-loop" in report or "Search not completed" in report and "errors: 0" in report:
        raise Skip("Spin's verifier gives up")
    if "states, stored" not in report and not FAULT.search(report):
        raise Skip(f"Spin's verifier ends with {status}")
    return report


def count(folder, with_claim=False):
    """States and transitions."""
    translate(folder)
    return figures(verify(folder, ["-DNOREDUCE", "-DSAFETY", *([] if with_claim else ["-DNOCLAIM"])], ["-c0"]))
