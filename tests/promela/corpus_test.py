# SPDX-License-Identifier: Apache-2.0
"""The models of corpus/ mean here what they mean to Spin: as many states and transitions, the same verdicts.

Where Spin is installed it is asked; otherwise its answers are taken from corpus/expected.csv.

    tests/promela/corpus_test.py --record     asks Spin and writes corpus/expected.csv
    tests/promela/corpus_test.py NAME ...     only models whose names contain one of these
"""

import csv
import concurrent.futures
import pathlib
import re
import sys

import spin
from compare import ask_lariat, differences

FOLDER = pathlib.Path(__file__).resolve().parent / "corpus"
EXPECTED = FOLDER / "expected.csv"
COLUMNS = ["model", "states", "transitions", "errors", "faults", "ends", "claims", "cycles"]

# Models with trace and notrace, which lariat reads and does not check: they are recorded, and compared once this is True.
CHECKS_TRACES = True

# What must occur somewhere, so that nothing is left out unnoticed.
WORDS = """active assert atomic bit bool break byte chan D_proctype do else empty enabled eval false fi for full get_priority goto hidden if in
init inline int len local ltl mtype nempty never nfull notrace np_ od of pid printf printm priority proctype provided return run d_step
select set_priority short skip timeout trace true show typedef unless unsigned xr xs always eventually implies U V W _pid _nr_pr _last
_priority #include #define #if #elif #ifdef #undef !! ?? ?< ??< ?[ ??[ @ end progress accept""".split()


def row_of(name, answer):
    claims = " ".join(f"{claim}={verdict}" for claim, verdict in sorted(answer.claims.items()))
    cycles = " ".join(f"{kind}={verdict}" for kind, verdict in sorted(answer.cycles.items()))
    return {"model": name, "states": answer.states, "transitions": answer.transitions, "errors": answer.errors,
            "faults": "yes" if answer.faults else "", "ends": answer.ends, "claims": claims, "cycles": cycles}


def answer_of(row):
    number = lambda text: int(text) if text else None
    claims = dict(pair.split("=") for pair in row["claims"].split())
    cycles = dict(pair.split("=") for pair in row["cycles"].split())
    return spin.Answer(True, states=number(row["states"]), transitions=number(row["transitions"]), errors=row["errors"] or None,
                       faults=bool(row["faults"]), ends=row["ends"] or None, claims=claims, cycles=cycles)


def recorded():
    with open(EXPECTED, newline="", encoding="utf-8") as file:
        return {row["model"]: answer_of(row) for row in csv.DictReader(file)}


def record(models):
    rows = []
    for path in models:
        answer = spin.ask(path)
        if not answer.accepted or (answer.message and not answer.faults):
            sys.exit(f"{path.name}: {answer.message}")
        rows.append(row_of(path.name, answer))
    with open(EXPECTED, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    print(f"{len(rows)} models recorded")


def compare(path, known, ask):
    """What is wrong with a model."""
    complaints = []
    if known is None:
        return ["is not in expected.csv: run this with --record"]
    theirs = known
    if ask:
        theirs = spin.ask(path)
        if row_of(path.name, theirs) != row_of(path.name, known):
            complaints.append(f"Spin says {row_of(path.name, theirs)}, recorded is {row_of(path.name, known)}")
    if not path.read_text(encoding="utf-8").startswith(("// ", "/* ")):
        complaints.append("does not begin with what it exercises")
    ours = ask_lariat(path, claims=theirs.claims, cycles=theirs.cycles)
    return complaints + list(differences(theirs, ours))


def missing_words(models):
    text = "\n".join(path.read_text(encoding="utf-8") for path in models)
    code = re.sub(r"//.*?$|/\*.*?\*/", "", text, flags=re.M | re.S)
    names = set(re.findall(r"[#\w]+", code)) | set(re.findall(r"\b(end|progress|accept)\w*:", code))
    return [word for word in WORDS if word not in (names if re.match(r"[#\w]", word) else code)]


def main():
    models = sorted(FOLDER.glob("*.pml"))
    with_traces = sorted(FOLDER.glob("trace/*.pml"))
    if sys.argv[1:] == ["--record"]:
        record(models + with_traces)
        return
    if CHECKS_TRACES:
        models += with_traces
    chosen = [path for path in models if not sys.argv[1:] or any(name in path.name for name in sys.argv[1:])]
    ask = spin.is_here()
    known = recorded()
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for path, complaints in zip(chosen, pool.map(lambda path: compare(path, known.get(path.name), ask), chosen)):
            failed += bool(complaints)
            for complaint in complaints:
                print(f"{path.name}: {complaint}")
    for name in sorted(set(known) - {path.name for path in models + with_traces}):
        failed += 1
        print(f"{name}: is in expected.csv, but there is no such model")
    for word in missing_words(models + with_traces):
        failed += 1
        print(f"no model has {word}")
    print(f"{len(chosen)} models, {'Spin asked' if ask else 'Spin is not here, its recorded answers taken'}, {failed} complaints")
    sys.exit(1 if failed or len(models) < 80 else 0)


main()
