#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares lariat with Spin on Promela models: accepted or not, states, transitions, every verdict.

    tests/campaigns/spin_compare.py FILE ...          folders are searched for .pml, .pm, .prom and .promela, also gzipped
    tests/campaigns/spin_compare.py --fast FILE ...   the verifiers by gcc -O2, for large models

A line for each file, then a summary; ends with 1 if there is a difference. Files that neither accepts agree. Needs spin, and tcc or gcc.
"""

import argparse
import concurrent.futures
import gzip
import pathlib
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "promela"))
import spin  # noqa: E402
from compare import ask_lariat, differences  # noqa: E402

ENDINGS = (".pml", ".pm", ".prom", ".promela")


def files(names):
    """Files as they are given, and those in folders."""
    for name in names:
        path = pathlib.Path(name)
        if path.is_dir():
            yield from sorted(file for file in path.rglob("*") if file.name.removesuffix(".gz").endswith(ENDINGS))
        else:
            yield path


def compare(path, options):
    """Spin's answer, lariat's, and where they differ."""
    defines = ["-D" + text for text in options.macro]

    def ask(plain):
        theirs = spin.ask(plain, cc=spin.compiler(options.fast), timeout=options.timeout, depth=options.depth, defines=defines,
                               cycles=options.cycles)
        ours = ask_lariat(plain, timeout=options.timeout, max_states=options.max_states, defines=defines,
                               claims=theirs.claims, cycles=theirs.cycles)
        return theirs, ours, list(differences(theirs, ours))

    if path.suffix != ".gz":
        return ask(path)
    with tempfile.TemporaryDirectory() as name:
        for other in path.parent.iterdir():  # what it may include
            if other.is_file() and other.suffix != ".gz":
                shutil.copy(other, name)
        plain = pathlib.Path(name) / path.stem
        plain.write_bytes(gzip.decompress(path.read_bytes()))
        return ask(plain)


def line(theirs, ours, different):
    if not theirs.accepted and not ours.accepted:
        return f"both refuse: {ours.message}"
    word = "DIFFERS" if different else "agrees" if theirs.states is not None or theirs.faults else "unknown"
    verdicts = [f"{kind} {verdict}" for kind, verdict in (("errors", theirs.errors), ("ends", theirs.ends)) if verdict]
    verdicts += [f"{name} {verdict}" for name, verdict in theirs.claims.items()]
    verdicts += [f"{name} cycles {verdict}" for name, verdict in theirs.cycles.items()]
    counts = f"{theirs.states} states, {theirs.transitions} transitions, " if theirs.states is not None else ""
    return f"{word}: {counts}{', '.join(verdicts)}{'; Spin: ' + theirs.message if theirs.message else ''}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--fast", action="store_true", help="compile with gcc -O2, not with tcc")
    parser.add_argument("--cycles", action="store_true", help="also cycles of accept and progress labels without a claim")
    parser.add_argument("--macro", "-D", action="append", default=[], help="a macro for the preprocessor, NAME=TEXT")
    parser.add_argument("--timeout", type=int, default=60, help="seconds for each run of a tool")
    parser.add_argument("--depth", type=int, default=1000000, help="depth limit of Spin's verifier")
    parser.add_argument("--max-states", type=int, default=4000000)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only-differences", action="store_true")
    options = parser.parse_args()
    if not spin.is_here():
        sys.exit("spin 6.5.2, or a C compiler, is missing")
    paths = list(files(options.files))
    count = {}
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for path, result in zip(paths, pool.map(lambda path: compare(path, options), paths)):
            text = line(*result)
            word = text.split(":")[0]
            count[word] = count.get(word, 0) + 1
            if word == "DIFFERS" or not options.only_differences:
                print(f"{path}: {text}", flush=True)
            for difference in result[2]:
                print(f"    {difference}", flush=True)
    print(f"{len(paths)} files:", ", ".join(f"{number} {word}" for word, number in sorted(count.items())))
    sys.exit(1 if count.get("DIFFERS") else 0)


main()
