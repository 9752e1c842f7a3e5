# SPDX-License-Identifier: Apache-2.0
"""The program agrees with what is known of the small BEEM models. tests/campaigns/beem.py asks more, of larger ones."""

import os
import sys
from concurrent.futures import ThreadPoolExecutor

import beem

MAX_STATES = 20000


def questions():
    for row in beem.models(MAX_STATES):
        yield beem.size_question(row)
    for row in beem.properties(MAX_STATES):
        if row["prop_type"] == "LTL":
            yield from beem.formula_questions(row)
            yield from beem.formula_questions(row, "--threads", "2")
            yield from beem.formula_questions(row, "--threads", "4", "--algorithm", "cndfs")
        else:
            yield beem.reach_question(row)


def main():
    if not beem.is_here():
        print(f"skipped: no models in {beem.FOLDER}")
        sys.exit(77)
    if not os.access(beem.PROGRAM, os.X_OK):
        print("skipped: no program")
        sys.exit(77)
    asked = list(questions())
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda question: question.ask(timeout=300), asked))
    bad = [(question, complaint) for question, (_, complaints) in zip(asked, answers) for complaint in complaints]
    for question, complaint in bad:
        print(f"{question.name}: {complaint}\n  lariat {' '.join(question.arguments)}")
    print(f"{len(asked)} questions about models of up to {MAX_STATES} states, {len(bad)} complaints")
    if len(asked) < 300:
        print("these are too few: is a table incomplete?")
        sys.exit(1)
    sys.exit(1 if bad else 0)


main()
