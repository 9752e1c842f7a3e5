# SPDX-License-Identifier: Apache-2.0
"""lariat compare, scc, random and algorithms."""

import program
from program import DEAD, GENERAL, LOOP, MODELS, TWO_SETS, WEAK, hoa, run, run_json
from searches import ALGORITHMS, ONE_SET, PARALLEL


class Compare(program.Case):
    def test_table(self):
        lines = run("compare", "-", text=TWO_SETS).stdout.splitlines()
        head = lines[2].split()
        self.assertEqual(head, ["algorithm", "verdict", "st", "tr", "post", "dp", "roots", "active", "lasso", "B/state", "time"])
        rows = {line.split()[0]: line for line in lines[3:]}
        self.assertEqual(list(rows)[:-1], [name + "*" * (name in ONE_SET) for name in ALGORITHMS])
        self.assertIn("-  needs a weak automaton", rows["sd"])
        self.assertIn("-  needs a terminal automaton", rows["reach"])
        self.assertIn("degeneralised", lines[-1])
        self.assertNotIn("*", run("compare", "-", text=GENERAL).stdout)

    def test_exit_codes(self):
        self.expect(run("compare", "-", text=DEAD), 0)
        self.expect(run("compare", "-", text=LOOP), 1)
        self.expect(run("compare", "-", text="x"), 2, stderr="error:")

    def test_columns_line_up(self):
        lines = run("compare", MODELS / "gfa.hoa").stdout.splitlines()[2:]
        width = {len(line) for line in lines if "-  needs" not in line}
        self.assertEqual(len(width), 1, lines)

    def test_json(self):
        report, code = run_json("compare", "-", text=WEAK + DEAD)
        self.assertEqual(code, 1)
        self.assertEqual([row["algorithm"] for row in report["rows"]], ALGORITHMS * 2)
        self.assertEqual([automaton["verdict"] for automaton in report["automata"]], ["nonempty", "empty"])
        for row in report["rows"]:
            if row["applies"]:
                self.assertEqual(row["verdict"], ["nonempty", "empty"][row["number"] - 1])
            else:
                self.assertIn("needs a terminal automaton", row["reason"])

    def test_nonprogress(self):
        report, code = run_json("compare", "--nonprogress", MODELS / "philosophers.hoa")
        self.assertEqual(code, 1)
        self.assertEqual([row["algorithm"] for row in report["rows"]], ["nonprogress", *ALGORITHMS])
        self.assertEqual({row["verdict"] for row in report["rows"] if row["applies"]}, {"nonempty"})


class Scc(program.Case):
    # 0 -> {1,2} accepting; 0 -> {3} rejecting loop; 0 trivial; 4 unreachable
    TEXT = hoa({0: [("t", 1), ("t", 3)], 1: [("t", 2)], 2: [("t", 1)], 3: [("t", 3)], 4: [("t", 4)]}, marks={2: [0]})

    def test_census(self):
        self.expect(run("scc", "-", text=self.TEXT), 0,
                    "3 components: 1 accepting, 1 rejecting, 1 trivial; the largest has 2 states")
        report, code = run_json("scc", "-", text=self.TEXT)
        self.assertEqual((code, report["automata"][0]["components"]),
                         (0, {"count": 3, "trivial": 1, "accepting": 1, "rejecting": 1, "largest": 2}))

    def test_list(self):
        report, _ = run_json("scc", "-", "--list", text=self.TEXT)
        found = {tuple(c["states"]): (c["class"], c["sets"]) for c in report["automata"][0]["list"]}
        self.assertEqual(found, {(1, 2): ("accepting", [0]), (3,): ("rejecting", []), (0,): ("trivial", [])})
        self.assertEqual(report["automata"][0]["list"][-1]["states"], [0])  # it reaches the others
        out = run("scc", "-", "--list", text=self.TEXT).stdout
        self.assertRegex(out, r"accepting  \{0\}    1 2\n")


class Random(program.Case):
    def test_shape(self):
        out = self.expect(run("random", "--states", 500, "--degree", 3, "--accepting", 0.25, "--sets", 2, "--initial", 3,
                              "--atoms", 2, "--seed", 5), 0).stdout
        self.assertEqual(out.count("\nState: "), 500)
        self.assertEqual([line for line in out.splitlines() if line.startswith("Start:")], ["Start: 0", "Start: 1", "Start: 2"])
        edges = [line for line in out.splitlines() if line.startswith("[")]
        self.assertLess(abs(len(edges) / 500 - 3), 0.4)  # five standard deviations
        marks = [line for line in out.splitlines() if line.startswith("State:") and "0" in line.partition("{")[2]]
        self.assertLess(abs(len(marks) / 500 - 0.25), 0.1)
        self.assertNotIn("{", "".join(edges))
        self.expect(run("scc", "-", text=out), 0)

    def test_marks_on_transitions(self):
        out = run("random", "--transitions", "--accepting", 1, "--states", 50).stdout
        self.assertTrue(all(line.endswith("{0}") for line in out.splitlines() if line.startswith("[")))
        self.assertFalse(any("{" in line for line in out.splitlines() if line.startswith("State:")))

    def test_fractional_degree(self):
        for degree, least, most in ((0, 0, 0), (0.5, 420, 580), (1, 0, 2000), (2.5, 2200, 2800)):
            out = run("random", "--states", 1000, "--degree", degree).stdout
            count = sum(line.startswith("[") for line in out.splitlines())
            self.assertTrue(least <= count <= most, (degree, count))

    def test_seeds(self):
        one = run("random", "--states", 30, "--seed", 7).stdout
        self.assertEqual(one, run("random", "--states", 30, "--seed", 7).stdout)
        other = run("random", "--states", 30, "--seed", 8).stdout
        self.assertNotEqual(one, other)
        self.assertEqual(run("random", "--states", 30, "--seed", 7, "--count", 2).stdout, one + other)

    def test_generator_is_splitmix64(self):
        """The targets are those that an implementation of the documented generator draws."""
        mask = 2**64 - 1
        state = 3

        def draw():
            nonlocal state
            state = (state + 0x9E3779B97F4A7C15) & mask
            z = state
            z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
            z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
            return z ^ (z >> 31)

        def below(n):
            while True:
                product = (draw() >> 32) * n
                if product & 0xFFFFFFFF >= 2**32 % n:
                    return product >> 32

        expected = []
        for s in range(40):
            marked = (draw() >> 11) / 2**53 < 0.25
            expected.append(f"State: {s}" + (" {0}" if marked else ""))
            degree = below(5)
            draw()  # for the fraction
            expected += [f"[t] {below(40)}" for _ in range(degree)]
        out = run("random", "--states", 40, "--degree", 2, "--accepting", 0.25, "--seed", 3).stdout
        self.assertEqual(out.partition("--BODY--\n")[2].splitlines()[:-1], expected)

    def test_a_hundred_thousand_states(self):
        out = run("random", "--states", 100000, "--degree", 4).stdout
        self.assertEqual(out.count("\nState: "), 100000)
        self.assertIn(run("empty", "-", text=out).returncode, (0, 1))


class Provisos(program.Case):
    def test_all_are_listed(self):
        """The compositions that have a meaning, by the paper's count, and four more."""
        report, code = run_json("provisos")
        self.assertEqual((code, report["command"], report["input"]), (0, "provisos", ""))
        bits = {proviso["name"]: proviso["bits"] for proviso in report["provisos"]}
        self.assertEqual(len(bits), 46 + 4)
        self.assertEqual(list(bits)[:4], ["None", "Full", "Terminal", "Rank"])
        self.assertEqual((bits["CondDest"], bits["ColoredDest"]), (1, 3))
        for proviso in report["provisos"]:
            self.assertEqual(proviso["needs"] == "components", proviso["name"].startswith(("Dead", "Highlink")), proviso)
        out = self.expect(run("provisos"), 0).stdout
        for name in bits:
            self.assertRegex(out, f"(?m)^  {name} ")


class Algorithms(program.Case):
    def test_all_are_listed(self):
        out = self.expect(run("algorithms"), 0).stdout
        self.assertEqual([line.split()[0] for line in out.splitlines() if line.startswith("  ")],
                         ["auto", *ALGORITHMS, "nonprogress", *PARALLEL, "min-bfs", "min-dfs", "spin-i"])
        for line in out.splitlines():
            self.assertLessEqual(len(line), 100)


program.main()
