# SPDX-License-Identifier: Apache-2.0
"""What lariat says of a Promela model, beside what Spin says (spin.py).

`ask_lariat` and `differences` are about a model in a file; `compare` is about a small text, with short limits.
"""

import dataclasses
import json
import os
import pathlib
import re
import shutil
import subprocess

import spin
from spin import Answer, Skip

ROOT = pathlib.Path(os.environ.get("LARIAT_SOURCE_DIR") or pathlib.Path(__file__).resolve().parents[2])
PROGRAM = os.environ.get("LARIAT_PROGRAM") or str(ROOT / "build" / "release" / "bin" / "lariat")
MAX_STATES = 10_000  # of a small text


def call_lariat(arguments, timeout):
    try:
        done = subprocess.run([PROGRAM, *arguments], capture_output=True, timeout=timeout, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return None, "", -1
    error = done.stderr.decode(errors="replace")
    if done.returncode == 2:  # bad input: the diagnostics are on stderr, too
        return None, error, done.returncode
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


def differences(theirs, ours):
    """Lines that say where lariat is wrong if Spin is right."""
    if theirs.accepted != ours.accepted:
        yield ("Spin accepts it, lariat does not: " if theirs.accepted else "lariat accepts it, Spin does not: ") + (ours.message or theirs.message)
        return
    if not theirs.accepted:
        return
    if ours.message:
        if not theirs.message or theirs.faults:
            yield f"lariat: {ours.message}"
        return

    def differs(what, expected, found):
        if expected is not None and expected != found:
            yield f"{what}: Spin {expected}, lariat {found}"

    if not theirs.faults:
        yield from differs("states", theirs.states, ours.states)
        yield from differs("transitions", theirs.transitions, ours.transitions)
        yield from differs("end states", theirs.ends, ours.ends)
    yield from differs("errors", theirs.errors, ours.errors)
    for name, verdict in theirs.claims.items():
        yield from differs(f"claim {name}", verdict, ours.claims.get(name, "absent"))
    for name, verdict in theirs.cycles.items():
        yield from differs(f"{name} cycles", verdict, ours.cycles.get(name))


@dataclasses.dataclass
class Outcome:
    """`verdict` is same, skipped or differs; `kind` says in which way, or why."""
    verdict: str
    kind: str = ""
    spin: str = ""
    lariat: str = ""
    states: int = 0


class Differs(Exception):
    def __init__(self, kind, theirs, ours):
        super().__init__(kind)
        self.kind, self.spin, self.lariat = kind, theirs, ours


def ask_soon(folder, *arguments):
    """(exit code, the report or None, the messages)."""
    output, status = spin.run_soon(
        [PROGRAM, *arguments, "m.pml", "--json", "--progress", "none", "--max-states", str(MAX_STATES)], folder)
    if status in (-9, -24):
        raise Skip("lariat takes too long")
    if status not in (0, 1, 2, 3):
        raise Differs("crash", "", f"exit {status}: {output[:2000]}")
    start = output.find("{\n")
    try:
        report, _ = json.JSONDecoder().raw_decode(output[start:])
        return status, report, output
    except ValueError:
        return status, None, output


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
    code, explored, text = ask_soon(folder, "explore")
    if not spin.translate(folder):
        raise Skip("Spin refuses it" if code == 2 else "only Spin refuses it")
    if explored is None and "a goto leads to a goto for ever" in text:
        raise Skip("a goto that leads to itself, which Spin accepts if another process asks for it")
    if explored is None:
        raise Differs("refused", "accepted", text)
    if not explored["complete"]:
        raise Skip("too many states")
    _, checked, text = ask_soon(folder, "check", "--assert", "--end-states")
    if checked is None:
        raise Differs("check refuses", "", text)
    ours = verdicts(checked)
    output = spin.verify(folder, ["-DNOREDUCE", "-DSAFETY", "-DNOCLAIM"], ["-c0"], compiled_by)
    theirs = spin.complaints(output)
    statistics = explored["statistics"]
    ours_text = f"{statistics['states']}/{statistics['transitions'] + 1}\n{messages_of(checked)}"
    theirs_text = spin.shortened(output)
    if "declared deterministic" in ours_text and "fault" not in theirs:
        raise Skip("a choice in a D_proctype, which Spin does not see if skip or goto is the second option")
    if "channel has not been initialised" in ours_text and "fault" not in theirs and not re.search(r"= \[[^0]", spin.text_of(folder)):
        raise Skip("a process waits for ever at no channel, which Spin does not mind in models without buffers")
    if "fault" in theirs or "fault" in ours:
        # Either may have met an assertion first.
        if "fault" not in theirs:
            raise Differs("fault only in lariat", theirs_text, ours_text)
        if not ours & {"fault", "assertion"}:
            raise Differs("fault only in Spin", theirs_text, ours_text)
        return statistics["states"], False
    counted = spin.figures(output)
    if counted[0] != statistics["states"]:
        raise Differs("states", theirs_text, ours_text)
    if counted[1] != statistics["transitions"] + 1:
        raise Differs("transitions", theirs_text, ours_text)
    for kind in ("assertion", "end state"):
        if (kind in theirs) != (kind in ours):
            raise Differs(kind, theirs_text, ours_text)
    return statistics["states"], True


def compare_properties(folder, compiled_by=None):
    """Whether the first claim or formula holds."""
    _, checked, text = ask_soon(folder, "check")
    if checked is None:
        raise Differs("check refuses", "", text)
    if checked["properties"][0]["kind"] not in ("ltl", "property"):
        return
    ours = verdicts({"properties": checked["properties"][:1]})
    output = spin.verify(folder, ["-DNOREDUCE"], ["-a"], compiled_by)
    theirs = spin.complaints(output)
    # The model itself has no errors: this one is of the claim, which counts as violated. So does a d_step that blocks; other errors do
    # not stop lariat.
    if "fault" in theirs and "block in d_step" not in output and "blocking sel" not in output:
        return
    violated = bool({"property", "assertion", "fault"} & theirs)
    if violated != bool(ours):
        raise Differs("property", spin.shortened(output), messages_of(checked))


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
    with spin.folder_with(text) as folder:
        outcome = compare_in(folder, with_property)
        if outcome.verdict == "differs" and outcome.spin and spin.compiler()[0] != "gcc" and shutil.which("gcc"):
            outcome = compare_in(folder, with_property, ["gcc", "-w", "-O0"])
        return outcome
