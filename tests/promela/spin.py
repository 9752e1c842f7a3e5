# SPDX-License-Identifier: Apache-2.0
"""What Spin and lariat say of a Promela model, side by side.

Spin's verifier counts exactly without its reductions: spin -a -o1 -o2 -o3, -DNOREDUCE, and -c0, which goes on behind errors. It
counts the initial state among the transitions."""

import contextlib
import dataclasses
import json
import os
import pathlib
import re
import resource
import shutil
import subprocess
import tempfile

ROOT = pathlib.Path(os.environ.get("LARIAT_SOURCE_DIR") or pathlib.Path(__file__).resolve().parents[2])
PROGRAM = os.environ.get("LARIAT_PROGRAM") or str(ROOT / "build" / "release" / "bin" / "lariat")
VERSION = "6.5.2"
MAX_STATES = 10_000
SECONDS = 3

TRANSLATE = ["spin", "-Pcat", "-a", "-o1", "-o2", "-o3", "m.pml"]  # there are no macros that need a preprocessor

# What Spin's verifier says that is the model's fault, beside assertions and end states. Behind it, it goes on in its own way.
FAULTS = {
    "invalid array index", "block in d_step seq", "blocking sel in d_step", "uninitialized chan", "bad queue", "too many processes",
    "too many queues", "polling rv chan", "error to poll rendezvous", "rv-attempt in d_step", "non-determinism in D_proctype",
}


def is_here():
    """Whether Spin, in the version that lariat follows, and a compiler are here."""
    if shutil.which("spin") is None or compiler() is None:
        return False
    done = subprocess.run(["spin", "-V"], capture_output=True, text=True, check=False)
    return VERSION in done.stdout


def compiler():
    """tcc takes a twentieth of gcc's time, but is wrong about some constant conditions."""
    if shutil.which("tcc"):
        return ["tcc", "-w"]
    return ["gcc", "-w", "-O0"] if shutil.which("gcc") else None


@dataclasses.dataclass
class Outcome:
    """`verdict` is same, skipped or differs; `kind` says in which way, or why."""
    verdict: str
    kind: str = ""
    spin: str = ""
    lariat: str = ""
    states: int = 0


class Skip(Exception):
    """There is nothing to compare."""


class Differs(Exception):
    def __init__(self, kind, spin, lariat):
        super().__init__(kind)
        self.kind, self.spin, self.lariat = kind, spin, lariat


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (1 << 31, 1 << 31))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(arguments, folder):
    try:
        return subprocess.run(list(map(str, arguments)), cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, errors="replace", timeout=4 * SECONDS, preexec_fn=limit, check=False)
    except subprocess.TimeoutExpired as late:
        raise Skip(f"{pathlib.Path(arguments[0]).name} takes too long") from late


def ask_lariat(folder, *arguments):
    """(exit code, the report or None, the messages)."""
    done = run([PROGRAM, *arguments, "m.pml", "--json", "--progress", "none", "--max-states", str(MAX_STATES)], folder)
    if done.returncode in (-9, -24):
        raise Skip("lariat takes too long")
    if done.returncode not in (0, 1, 2, 3):
        raise Differs("crash", "", f"exit {done.returncode}: {done.stdout[:2000]}")
    start = done.stdout.find("{\n")
    try:
        return done.returncode, json.loads(done.stdout[start:]), done.stdout[:max(start, 0)]
    except ValueError:
        return done.returncode, None, done.stdout


def text_of(folder):
    return (folder / "m.pml").read_text(encoding="utf-8")


def verify(folder, flags, options, compiled_by=None):
    """Makes and runs Spin's verifier. What it prints."""
    # With priorities, Spin's verifier does not look at all of a process when it compares states, unless it is told to.
    if "priority" in text_of(folder) and "-DSAFETY" in flags:
        flags = [*flags, "-DNOCOMP"]
    done = run([*(compiled_by or compiler()), *flags, "-DMEMLIM=900", "-o", "pan", "pan.c"], folder)
    if done.returncode != 0:
        raise Skip("Spin's verifier does not compile")
    for depth in (20_000, 200_000):
        done = run(["./pan", *options, "-n", "-w14", f"-m{depth}"], folder)
        if "max search depth too small" not in done.stdout:
            break
    else:
        raise Skip("a search that is too deep")
    if done.returncode == -8:
        return "pan: division by zero\n"
    if "enabled(pid=thisproc)" in done.stdout:
        raise Skip("a process asks whether it is enabled itself")
    if "self-loop" in done.stdout or "Search not completed" in done.stdout and "errors: 0" in done.stdout:
        raise Skip("Spin's verifier gives up")
    if "states, stored" not in done.stdout:
        if any(fault in done.stdout for fault in FAULTS):
            return done.stdout
        raise Skip(f"Spin's verifier ends with {done.returncode}")
    return done.stdout


def complaints(output):
    """Kinds of errors that a verifier found."""
    found = set()
    for line in output.splitlines():
        message = re.match(r"pan:\d*:? ?(.*?)(?: \(at depth|$)", line)
        if not message:
            continue
        text = message.group(1)
        if text.startswith("assertion violated - invalid array index") or "division by zero" in text:
            found.add("fault")
        elif text.startswith("assertion violated"):
            found.add("assertion")
        elif text.startswith("invalid end state"):
            found.add("end state")
        elif text.startswith(("acceptance cycle", "end state in claim")):
            found.add("property")
        elif text.startswith(("elapsed time", "rate", "reducing", "out of memory", "wrote")):
            continue
        else:
            found.add("fault")
    return found


def figures(output):
    stored = re.search(r"^ *(\d+) states, stored", output, re.M)
    made = re.search(r"^ *(\d+) transitions", output, re.M)
    return (int(stored.group(1)), int(made.group(1))) if stored and made else None


def shortened(output):
    return "\n".join(line for line in output.splitlines() if line.startswith("pan:") or "states, stored" in line or " transitions (" in line)


def verdicts(report):
    """Kinds of errors that lariat found."""
    found = set()
    for entry in report["properties"]:
        if entry["verdict"] == "unknown":
            raise Skip(f"lariat: {entry['reason']}")
        if entry["verdict"] != "violated":
            continue
        message = (entry.get("error") or {}).get("message", "")
        if "never ends" in message:
            raise Skip("an endless atomic sequence")
        if entry["kind"] == "deadlock":
            found.add("end state")
        elif entry["kind"] == "assert":
            found.add("assertion" if message == "an assertion does not hold" else "fault")
        else:
            found.add("property")
    return found


def messages_of(report):
    return "\n".join(f"{entry['name']}: {entry['verdict']} {(entry.get('error') or {}).get('message', '')}" for entry in report["properties"])


def compare_graphs(folder, compiled_by=None):
    """States, transitions, failed assertions, invalid end states, other errors: of the model without a property. The number of
    states, and whether there are no other errors."""
    code, explored, text = ask_lariat(folder, "explore")
    accepted = run(TRANSLATE, folder)
    if accepted.returncode != 0 or not (folder / "pan.c").exists():
        raise Skip("Spin refuses it" if code == 2 else "only Spin refuses it")
    if explored is None and "a goto leads to a goto for ever" in text:
        raise Skip("a goto that leads to itself, which Spin accepts if another process asks for it")
    if explored is None:
        raise Differs("refused", "accepted", text)
    if not explored["complete"]:
        raise Skip("too many states")
    _, checked, text = ask_lariat(folder, "check", "--assert", "--end-states")
    if checked is None:
        raise Differs("check refuses", "", text)
    ours = verdicts(checked)
    output = verify(folder, ["-DNOREDUCE", "-DSAFETY", "-DNOCLAIM"], ["-c0"], compiled_by)
    theirs = complaints(output)
    statistics = explored["statistics"]
    lariat = f"{statistics['states']}/{statistics['transitions'] + 1}\n{messages_of(checked)}"
    spin = shortened(output)
    if "declared deterministic" in lariat and "fault" not in theirs:
        raise Skip("a choice in a D_proctype, which Spin does not see if skip or goto is the second option")
    if "channel has not been initialised" in lariat and "fault" not in theirs and not re.search(r"= \[[^0]", text_of(folder)):
        raise Skip("a process waits for ever at no channel, which Spin does not mind in models without buffers")
    if "fault" in theirs or "fault" in ours:
        # Either may have met an assertion first.
        if "fault" not in theirs:
            raise Differs("fault only in lariat", spin, lariat)
        if not ours & {"fault", "assertion"}:
            raise Differs("fault only in Spin", spin, lariat)
        return statistics["states"], False
    counted = figures(output)
    if counted[0] != statistics["states"]:
        raise Differs("states", spin, lariat)
    if counted[1] != statistics["transitions"] + 1:
        raise Differs("transitions", spin, lariat)
    for kind in ("assertion", "end state"):
        if (kind in theirs) != (kind in ours):
            raise Differs(kind, spin, lariat)
    return statistics["states"], True


def compare_properties(folder, compiled_by=None):
    """Whether the first claim or formula holds."""
    _, checked, text = ask_lariat(folder, "check")
    if checked is None:
        raise Differs("check refuses", "", text)
    if checked["properties"][0]["kind"] not in ("ltl", "property"):
        return
    ours = verdicts({"properties": checked["properties"][:1]})
    output = verify(folder, ["-DNOREDUCE"], ["-a"], compiled_by)
    theirs = complaints(output)
    if "fault" in theirs:
        return
    violated = bool({"property", "assertion"} & theirs) if checked["properties"][0]["kind"] == "ltl" else "property" in theirs
    if violated != bool(ours):
        raise Differs("property", shortened(output), messages_of(checked))


def count(folder, with_claim=False):
    """States and transitions by Spin."""
    run(TRANSLATE, folder)
    return figures(verify(folder, ["-DNOREDUCE", "-DSAFETY", *([] if with_claim else ["-DNOCLAIM"])], ["-c0"]))


@contextlib.contextmanager
def folder_with(text):
    """A folder with a model m.pml, as long as it is needed."""
    with tempfile.TemporaryDirectory(prefix="lariat-spin-") as name:
        folder = pathlib.Path(name)
        (folder / "m.pml").write_text(text, encoding="utf-8")
        yield folder


def compare_in(folder, with_property, compiled_by=None):
    try:
        states, is_sound = compare_graphs(folder, compiled_by)
        if with_property and is_sound:  # behind an error, each goes on in its own way
            compare_properties(folder, compiled_by)
    except Skip as skip:
        return Outcome("skipped", str(skip))
    except Differs as differs:
        return Outcome("differs", differs.kind, differs.spin, differs.lariat)
    return Outcome("same", states=states)


def compare(text, with_property=False):
    """Both on one model. What only one compiler says of it does not count."""
    with folder_with(text) as folder:
        outcome = compare_in(folder, with_property)
        if outcome.verdict == "differs" and outcome.spin and compiler()[0] != "gcc" and shutil.which("gcc"):
            outcome = compare_in(folder, with_property, ["gcc", "-w", "-O0"])
        return outcome
