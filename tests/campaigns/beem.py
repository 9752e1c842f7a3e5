#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Everything that is known of the BEEM models, asked of the program; and every algorithm on every property.

    tests/campaigns/beem.py --max-states 300000 --jobs 2 --output build/beem.jsonl

The models are looked for in ../shared/beem beside the checkout. Takes minutes for 300,000 states, hours for 3 million. The output
has a line for each question; started again with the same output, the campaign goes on where it was. It ends with 1 if there
was a complaint, and with 3 if an answer is missing.

The algorithms must agree with what is known, hence with each other. Asked for the same product, they must also keep to what
their papers prove (docs/algorithms.md):

- where the property holds, all visit all states;
- gv, c99 and ascc end as soon as a lasso is explored, hence visit the same states, and no search in the same order visits fewer;
- and visits the states of se, and produces no more transitions;
- on weak automata se, and, sd visit the states of gv;
- post is called at most once, twice or three times a state;
- roots never exceed the depth, nor the active states all states;
- no lasso is shorter than the one of min-bfs.

With --threads every question about a formula is asked of the searches for several threads, with each number of threads.

With --reduced every question about a property is asked with partial-order reduction instead: ample and stubborn sets, with each search
that goes with them. The answers must be the same.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "dve"))
import beem  # noqa: E402
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import searches  # noqa: E402
from searches import GENERALISED  # noqa: E402  these run on an automaton with sets on transitions, if it is a formula's

BUCHI = searches.ONE_SET + searches.SPECIAL  # run on an automaton with accepting states
NESTED = [name for name in searches.ONE_SET if name != "gv"]
POSTS = {name: posts for name, (_, posts) in searches.TABLE.items() if posts}
SEEDS = (1, 2)


def broken_claims(rows, products):
    """The violations of the papers' claims. rows: by name; products: lists of algorithms that ran on the same product."""
    states = {name: row["statistics"]["states"] for name, row in rows.items()}
    transitions = {name: row["statistics"]["transitions"] for name, row in rows.items()}

    def same(names, why):
        if len({states[name] for name in names if name in states}) > 1:
            yield f"{why}: {', '.join(f'{name} {states[name]}' for name in names if name in states)} states"

    def at_most(less, more, why):
        if less in states and more in states and states[less] > states[more]:
            yield f"{why}: {less} {states[less]}, {more} {states[more]} states"

    for product in products:
        if rows[product[0]]["verdict"] == "holds":
            yield from same(product, "all states are visited")
        yield from same([name for name in ("gv", "c99", "ascc") if name in product], "searches that end at once")
        for first in ("gv", "ascc"):
            for other in [*NESTED, "tarjan"]:
                if first in product and other in product:
                    yield from at_most(first, other, "the first lasso explored")
    yield from same(["se", "and"], "and visits what se visits")
    if transitions["and"] > transitions["se"]:
        yield f"and produces more transitions than se: {transitions['and']}, {transitions['se']}"
    if rows["gv"]["class"] in ("weak", "terminal"):
        yield from same(["se", "and", "sd", "gv"], "weak")
    for name, row in rows.items():
        statistics = row["statistics"]
        if statistics["post_calls"] > POSTS.get(name, statistics["post_calls"]) * statistics["states"]:
            yield f"{name} calls post too often: {statistics['post_calls']} for {statistics['states']} states"
        if statistics["roots"] > statistics["max_depth"] or statistics["active"] > statistics["states"]:
            yield f"{name} has stacks that are too large: {statistics}"
    if states["c99"] == states["ascc"] and rows["c99"]["statistics"]["roots"] != rows["ascc"]["statistics"]["roots"]:
        yield "c99 and ascc have different roots"


def compare_question(row, rule, verdict, way, arguments):
    """All algorithms on one property."""

    def judge(report, code):
        if code != {"holds": 0, "violated": 1}[verdict]:
            yield f"exit {code}"
        rows = {entry["algorithm"]: entry for entry in report["rows"] if entry["applies"]}
        for name, entry in rows.items():
            if entry["verdict"] != verdict:
                yield f"{name}: expected {verdict}, got {entry['verdict']} {entry.get('reason', '')}"
        missing = {*BUCHI, *GENERALISED} - {*rows} - {"sd", "reach"}
        if missing:
            yield f"did not run: {', '.join(sorted(missing))}"
            return
        groups = [[*BUCHI, *GENERALISED]] if way == "property" else [BUCHI, GENERALISED]
        yield from broken_claims(rows, [[name for name in group if name in rows] for group in groups])

    return beem.Question(f"{beem.title(row)} compare {way} {rule}", ("compare", *arguments, "--deadlock-runs", rule), judge)


def shortest_question(row, rule, arguments):
    """The shortest lasso, beside that of every algorithm on the same product: the one with the property process."""

    def judge(report, code):
        if code != 1:
            yield f"exit {code}"
            return
        lasso = report["properties"][0]["lasso"]
        length = len(lasso["stem"]) + len(lasso["cycle"])
        compared = subprocess.run([beem.PROGRAM, "compare", *arguments, "--deadlock-runs", rule, "--json"],
                                  stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        for entry in json.loads(compared.stdout)["rows"]:
            if entry["lasso_length"] is not None and entry["lasso_length"] < length:
                yield f"{entry['algorithm']} has a lasso of {entry['lasso_length']}, min-bfs one of {length}"

    return beem.Question(f"{beem.title(row)} shortest {rule}",
                         ("check", *arguments, "--property", "--deadlock-runs", rule, "--minimize", "min-bfs"), judge)


def questions(max_states):
    """(states of the model, question), small models first."""
    for row in beem.models(max_states):
        for order in ("bfs", "dfs"):
            yield int(row["states"]), beem.size_question(row, order)
    for row in beem.properties(max_states):
        if row["prop_type"] != "LTL":
            asked = [beem.reach_question(row), beem.never_question(row)]
        else:
            asked = list(beem.formula_questions(row))
            for seed in SEEDS:
                asked += beem.formula_questions(row, "--order", str(seed))
            for rule, verdict in beem.answers(row):
                for way, arguments in beem.asks(row):
                    asked.append(compare_question(row, rule, verdict, way, arguments))
                    if way == "property" and verdict == "violated":
                        asked.append(shortest_question(row, rule, arguments))
        for question in asked:
            yield row["states"], question


REDUCIBLE = ["auto", *searches.REDUCIBLE]


def reach_reduced_question(row, *options):
    """Like beem.reach_question, without the length, as the run need not be a shortest one."""
    is_reachable = row["verdict"] == "reachable"

    def judge(report, code):
        if (report["properties"][0].get("reachable"), code) != (is_reachable, int(not is_reachable)):
            yield f"expected reachable {is_reachable}, got {report['properties'][0]}, exit {code}"

    return beem.Question(" ".join([beem.title(row), "reach", *options]),
                         ("check", row["file"], "--reach", row["formula"], *beem.defines(row), *options), judge)


def reduced_questions(max_states):
    """(states of the model, question) with reductions."""
    for row in beem.properties(max_states):
        for method in ("ample", "stubborn"):
            if row["prop_type"] != "LTL":
                asked = [reach_reduced_question(row, "--por", method, "--search", order) for order in ("bfs", "dfs")]
            else:
                asked = [question for algorithm in REDUCIBLE
                         for question in beem.formula_questions(row, "--por", method, "--algorithm", algorithm)]
            for question in asked:
                yield row["states"], question


def threads_questions(max_states, counts):
    """(states of the model, question) with threads: each search for several of them that takes every automaton, and auto."""
    for row in beem.properties(max_states):
        if row["prop_type"] == "LTL":
            for threads in counts:
                for algorithm in ("auto", "cndfs", "ufscc"):
                    for question in beem.formula_questions(row, "--threads", threads, "--algorithm", algorithm):
                        yield row["states"], question


def find_done(path):
    """The answers without complaints that the output has already, by name."""
    if not path.exists():
        return set()
    with open(path, encoding="utf-8") as file:
        entries = [json.loads(line) for line in file if line.endswith("\n")]
    return {entry["question"] for entry in entries if entry["answered"] and not entry["complaints"]}


def searched(report):
    """Distinct states of all searches of a report."""
    if report is None:
        return 0
    parts = report.get("rows") or report.get("properties") or [report]
    return sum(part["statistics"]["states"] for part in parts)


def ask(question, timeout):
    start = time.monotonic()
    entry = {"question": question.name, "arguments": question.arguments, "answered": True}
    try:
        report, entry["complaints"] = question.ask(timeout, program=beem.PROGRAM)
        entry["states"] = searched(report)
    except subprocess.TimeoutExpired:
        entry.update(answered=False, complaints=[], states=0)
    entry["seconds"] = round(time.monotonic() - start, 3)
    return entry


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--max-states", type=int, default=3_000_000, metavar="N", help="of the models asked about [3000000]")
    parser.add_argument("--reduced", action="store_true", help="ask with partial-order reduction")
    parser.add_argument("--threads", metavar="N,...", help="ask for infinite runs with so many threads")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="questions at a time [1]")
    parser.add_argument("--only", default="", metavar="REGEX", help="questions whose names match")
    parser.add_argument("--timeout", type=float, default=3600, metavar="SECONDS", help="for a question [3600]")
    parser.add_argument("--output", type=pathlib.Path, default=pathlib.Path("beem.jsonl"), metavar="FILE",
                        help="a line for each answer; those that it has are not asked again [beem.jsonl]")
    return parser.parse_args()


def main():
    options = parse_arguments()
    if not beem.is_here():
        sys.exit(f"no models in {beem.FOLDER}")
    if not os.access(beem.PROGRAM, os.X_OK):
        sys.exit(f"no program {beem.PROGRAM}")
    done = find_done(options.output)
    if options.threads:
        everything = threads_questions(options.max_states, options.threads.split(","))
    else:
        everything = (reduced_questions if options.reduced else questions)(options.max_states)
    wanted = [(states, question) for states, question in everything if re.search(options.only, question.name)]
    asked = [question for states, question in sorted(wanted, key=lambda pair: pair[0]) if question.name not in done]
    print(f"{len(wanted)} questions, {len(wanted) - len(asked)} answered before")
    bad = late = states = 0
    seconds = 0.0
    with open(options.output, "a", encoding="utf-8") as output, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for number, entry in enumerate(pool.map(lambda question: ask(question, options.timeout), asked), 1):
            output.write(json.dumps(entry) + "\n")
            output.flush()
            states += entry["states"]
            seconds += entry["seconds"]
            late += not entry["answered"]
            bad += bool(entry["complaints"])
            for complaint in entry["complaints"]:
                print(f"{entry['question']}: {complaint}", flush=True)
            if not entry["answered"]:
                print(f"{entry['question']}: no answer in {options.timeout:.0f} s", flush=True)
            if number % 100 == 0:
                print(f"{number} of {len(asked)}: {bad} bad, {late} late, {states:,} states, {seconds:.0f} s", flush=True)
    print(f"{len(asked)} asked: {len(asked) - bad - late} right, {bad} bad, {late} late; {states:,} states in {seconds:.0f} s")
    sys.exit(1 if bad else 3 if late else 0)


main()
