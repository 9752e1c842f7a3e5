# SPDX-License-Identifier: Apache-2.0
"""lariat check --swarm: many approximate searches under one budget."""

import csv
import json
import time

import program
from program import ROOT, grid, run, run_json

MODELS = ROOT / "models"


def swarm_of(report):
    return report["properties"][0]["approximation"]["swarm"]


class Swarm(program.Case):
    def test_verdicts(self):
        """Violations of our small models are found, and nothing is said to hold."""
        kinds = {True: 0, False: 0}
        with open(MODELS / "expected.csv", newline="", encoding="utf-8") as file:
            rows = [row for row in csv.DictReader(file) if not row["model"].startswith("bench/")]
        for i, row in enumerate(rows[::5]):
            asked = [f"--{row['kind']}"] + ([row["formula"]] if row["formula"] else [])
            for name, expression in json.loads(row["defines"] or "{}").items():
                asked += ["--define", f"{name}={expression}"]
            with self.subTest(model=row["model"], asked=asked):
                report, code = run_json("check", MODELS / row["model"], *asked, "--swarm", 3, "--threads", 1 + i % 2, "--max-memory", "500M")
                is_violated = row["verdict"] in ("violated", "reachable")
                kinds[is_violated] += 1
                self.assertEqual(report["properties"][0]["verdict"], "violated" if is_violated else "unknown")
                self.assertEqual(code, 3 if not is_violated else int(row["kind"] != "reach"))
                self.assertEqual(swarm_of(report)["first"] is not None, is_violated)
        self.assertGreater(min(kinds.values()), 3)

    def test_estimates(self):
        """Every member sees all states of a small grid; few bits make each see a part, and the estimate of all is near."""
        report, code = run_json("check", "-", "--invariant", "x0 < 20", "--swarm", 5, text=grid(3, 9))
        self.assertEqual(code, 3)
        swarm = swarm_of(report)
        self.assertEqual([member["states"] for member in swarm["members"]], [1000] * 5)
        self.assertEqual((swarm["seen"], swarm["seen_once"], swarm["unseen"]), (1000, 0, 0))
        self.assertTrue(all(member["finished"] for member in swarm["members"]))
        self.assertEqual(len({member["order"] for member in swarm["members"]}), 5)

        states = 31**3
        report, _ = run_json("check", "-", "--invariant", "x0 < 99", "--swarm", 6, "--max-memory", "60M", "--max-states", 20000, text=grid(3, 30))
        swarm = swarm_of(report)
        self.assertTrue(all(member["states"] <= 20001 for member in swarm["members"]), swarm)
        self.assertGreater(swarm["seen"], 20000, "together they see more than one alone")
        self.assertLess(abs(swarm["seen"] + swarm["unseen"] - states), 0.5 * states, swarm)

    def test_orders_can_be_repeated(self):
        first, second = (swarm_of(run_json("check", "-", "--invariant", "x0 < 99", "--swarm", 4, "--max-states", 3000, "--order", 7,
                                           text=grid(3, 30))[0]) for _ in range(2))
        for swarm in (first, second):
            for member in swarm["members"]:
                del member["seconds"]
        self.assertEqual(first, second)

    def test_time_is_shared(self):
        start = time.monotonic()
        report, code = run_json("check", "-", "--invariant", "x0 < 99", "--swarm", 10, "--threads", 2, "--max-time", 2, text=grid(5, 60))
        self.assertEqual(code, 3)
        self.assertLess(time.monotonic() - start, 50)
        self.assertGreater(len(swarm_of(report)["members"]), 2, "no member takes the time of the others")

    def test_text_and_refusals(self):
        self.expect(run("check", "-", "--invariant", "x0 < 20", "--swarm", 2, text=grid(2, 9)), 3,
                    ["2 searches saw 100 states, 0% of them by one search only", "2 of 2 searches, each with 2^28 bits"])
        self.expect(run("check", "-", "--invariant", "x0 < 5", "--swarm", 2, text=grid(2, 9)), 1, ["number 0 was the first to find something"])
        for options, words in ((["--bitstate", "20"], "--swarm: has bits of its own"), (["--search", "bfs"], "--search: not with --swarm"),
                               (["--store", "tree"], "--store: not with --swarm"), (["--minimize", "min-bfs"], "--minimize: not with --swarm"),
                               (["--algorithm", "ascc"], "--algorithm: not with --swarm")):
            self.expect(run("check", "-", "--invariant", "x0 < 5", "--swarm", 2, *options, text=grid(1, 1)), 2, stderr=[words])
        self.expect(run("check", "-", "--swarm", 0, text=grid(1, 1)), 2, stderr=["--swarm: '0' is not a whole number from 1"])


if __name__ == "__main__":
    program.main()
