# SPDX-License-Identifier: Apache-2.0
"""Statements that are never reached: the lines that Spin's verifier names, for the models of the corpus."""

import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import spin
from compare import PROGRAM

# Spin does not look into a d_step, and names the line of the call for what stands in an inline.
OTHERWISE = {"d_step_basic.pml", "inline_return.pml"}
CORPUS = pathlib.Path(__file__).resolve().parent / "corpus"


def spin_lines(path):
    """By process, or None if the verifier did not go everywhere. A proctype that never runs is not looked into."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for file in CORPUS.iterdir():
            if file.is_file():
                (folder / file.name).write_bytes(file.read_bytes())
        spin.run(["spin", *spin.EXACT, "-a", path.name], folder, 30)
        spin.run([*spin.compiler(), *spin.FLAGS, "-DSAFETY", "-DNOCLAIM", "-o", "pan", "pan.c"], folder, 60)
        report, status = spin.run(["./pan", "-c0", "-m100000"], folder, 30)
    if status != 0 or "pan:" in report.replace("pan: elapsed", "") or "too small" in report:
        return None
    result = {}
    for part in re.split(r"unreached in ", report)[1:]:
        head = re.match(r"(proctype (\w+)|init)", part)
        if not head:
            continue
        name = head.group(2) or "init"
        lines = {(int(line), text == "-end-") for line, text in re.findall(r"\S+?:(\d+), state \d+, \"(.*)\"", part)}
        count = re.search(r"\((\d+) of (\d+) states\)", part)
        result[name] = "all" if count.group(1) == count.group(2) else lines
    return {name: lines for name, lines in result.items() if lines}


def our_lines(path):
    done = subprocess.run([PROGRAM, "check", str(path), "--unreached", "--assert", "--json"], capture_output=True, timeout=60)
    result = {}
    for entry in json.loads(done.stdout)["unreached"]:
        line = int(entry["source"].rsplit(":", 1)[1])
        if entry["text"] == "skip":
            continue  # Spin does not say
        if not entry["text"]:
            result[entry["process"]] = "all"
        else:
            result.setdefault(entry["process"], set()).add((line, entry["text"] == "-end-"))
    return result


def compare(path):
    theirs = spin_lines(path)
    if theirs is None:
        return None, None
    return theirs, our_lines(path)


def main():
    if not spin.is_here():
        print("skipped: this needs spin 6.5.2 and a C compiler")
        sys.exit(77)
    models = sorted(path for path in CORPUS.glob("*.pml") if path.name not in OTHERWISE)
    different = compared = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for path, (theirs, ours) in zip(models, pool.map(compare, models)):
            if theirs is None:
                continue
            compared += 1
            if theirs != ours:
                different += 1
                print(f"{path.name}: Spin says {theirs}, lariat {ours}")
    print(f"{compared} models compared, {different} different")
    sys.exit(1 if different or compared < 50 else 0)


if __name__ == "__main__":
    main()
