# SPDX-License-Identifier: Apache-2.0
"""lariat empty: verdicts, algorithms, lassos, streams and exit codes."""

import program
from program import DEAD, EMPTY_SETS, GENERAL, LOOP, MODELS, TWO_SETS, WEAK, hoa, run, run_json
from searches import ALGORITHMS


def follow(automaton_edges, lasso):
    """True if the steps are transitions of the automaton and form a lasso."""
    at = (lasso["stem"] or lasso["cycle"])[0]["source"]
    for part in ("stem", "cycle"):
        entry = at
        for step in lasso[part]:
            if step["source"] != at or automaton_edges[at][step["choice"]][1] != step["target"]:
                return False
            at = step["target"]
    return at == entry


class Verdicts(program.Case):
    def test_exit_codes(self):
        self.expect(run("empty", "-", text=DEAD), 0, "empty")
        self.expect(run("empty", "-", text=LOOP), 1, "nonempty")
        self.expect(run("empty", "-", text="nonsense"), 2, "", "<stdin>:1:1: error:")
        self.expect(run("empty", "-", "--max-time", "0.001", text=program.big(100000)), 3,
                    ["unknown", "(the time limit was reached)"])

    def test_all_algorithms(self):
        for name in ALGORITHMS:
            for text, nonempty, weak, terminal in [(DEAD, 0, 1, 0), (LOOP, 1, 1, 1), (WEAK, 1, 1, 0), (GENERAL, 1, 0, 0),
                                                   (TWO_SETS, 1, 0, 0), (EMPTY_SETS, 0, 1, 1)]:
                fits = {"sd": weak, "cdfs": weak, "reach": terminal}.get(name, True)
                with self.subTest(name=name, text=text):
                    done = run("empty", "-", "--algorithm", name, text=text)
                    self.expect(done, nonempty if fits else 2)
                    if fits:
                        self.assertIn(f"by {name}\n", done.stdout)
                    else:
                        self.assertIn(f"{name} needs a {'terminal' if name == 'reach' else 'weak'} automaton", done.stderr)

    def test_auto_says_why(self):
        self.expect(run("empty", "-", text=LOOP), 1, "by reach, because the automaton is terminal")
        self.expect(run("empty", "-", text=WEAK), 1, "by sd, because the automaton is weak")
        self.expect(run("empty", "-", text=GENERAL), 1, "by ascc, because the automaton is neither terminal nor weak")

    def test_degeneralisation_is_noted(self):
        self.expect(run("empty", "-", "--algorithm", "se", text=TWO_SETS), 1, "degeneralised on the fly, 2 copies of a state")
        self.assertNotIn("degeneralised", run("empty", "-", "--algorithm", "ascc", text=TWO_SETS).stdout)

    def test_acceptance_t_and_f(self):
        cycle = hoa({0: [("t", 0)]}, sets=0)
        self.expect(run("empty", "-", text=cycle), 1, "0 sets")
        self.expect(run("empty", "-", text=cycle.replace("0 t", "0 f")), 0, "accepts nothing")

    def test_statistics(self):
        out = run("empty", "-", "--stats", text=LOOP).stdout
        for word in ("states visited", "calls of post", "longest stack", "seconds"):
            self.assertIn(word, out)


class Lassos(program.Case):
    def test_text(self):
        text = hoa({0: [("0&!1", 1)], 1: [("0 | 1", 1), ("f", 0)]}, marks={1: [0]}, atoms=["a", "x > 1"], name="n",
                   state_names={1: "run ing"})
        lines = run("empty", "-", text=text).stdout.splitlines()
        self.assertEqual(lines[0], 'automaton 1 "n"  2 states, 2 transitions, 1 set')
        self.assertEqual(lines[2], '  stem   0         ──[a & !"x > 1"]──▶ 1:run ing')
        self.assertEqual(lines[3], '  cycle  1:run ing ──[a | "x > 1"]───▶ 1:run ing  {0}')
        self.assertTrue(lines[4].startswith('  word   a & !"x > 1"; cycle{'), lines[4])
        self.assertEqual(len(lines), 6)

    def test_ascii(self):
        out = run("empty", "-", text=LOOP, env=program.environment(LC_ALL="C")).stdout
        self.assertIn("0 --> 0", out)
        self.assertTrue(out.isascii())

    def test_long_ones_are_abbreviated(self):
        ring = hoa({s: [("0", (s + 1) % 1000)] for s in range(1000)}, marks={0: [0]}, atoms=["a"])
        short = run("empty", "-", text=ring).stdout.splitlines()
        self.assertLess(len(short), 50)
        self.assertIn("         ... 981 more ...", short)
        self.assertEqual(len([line for line in short if "▶" in line]), 19)
        full = run("empty", "-", "--full", text=ring).stdout.splitlines()
        self.assertEqual(len([line for line in full if "▶" in line]), 1000)

    def test_control_characters_do_not_reach_the_terminal(self):
        out = run("empty", "-", text=LOOP.replace("loop", "\033[31mred")).stdout
        self.assertNotIn("\033", out)

    def test_lasso_in_json(self):
        edges = {0: [("t", 2), ("t", 1)], 1: [("t", 3)], 2: [("t", 2)], 3: [("t", 1), ("t", 0)]}
        report, code = run_json("empty", "-", text=hoa(edges, marks={3: [0]}))
        self.assertEqual(code, 1)
        lasso = report["automata"][0]["lasso"]
        self.assertTrue(follow(edges, lasso), lasso)
        self.assertEqual([[0] if step["source"] == 3 else [] for step in lasso["cycle"]],
                         [step["marks"] for step in lasso["cycle"]])
        self.assertIn([0], [step["marks"] for step in lasso["cycle"]])


class Minimize(program.Case):
    def test_lengths(self):
        model = MODELS / "long-way-round.hoa"
        for name, shortest in (("min-bfs", True), ("min-dfs", True), ("spin-i", False)):
            with self.subTest(name=name):
                report, code = run_json("empty", model, "--minimize", name)
                found = report["automata"][0]
                length = len(found["lasso"]["stem"]) + len(found["lasso"]["cycle"])
                self.assertEqual((code, found["algorithm"], found["complete"]), (1, name, True))
                self.assertTrue(length == 3 if shortest else length >= 3)

    def test_progress(self):
        done = run("empty", MODELS / "long-way-round.hoa", "--minimize", "min-dfs")
        self.expect(done, 1, "by min-dfs", "a lasso of 5 transitions ... 3\n")

    def test_bound(self):
        done = run("empty", MODELS / "long-way-round.hoa", "--minimize", "min-bfs", "--max-length", 2)
        self.expect(done, 1, "there is no lasso of at most 2 transitions")

    def test_empty(self):
        for name in ("min-bfs", "min-dfs", "spin-i"):
            self.expect(run("empty", "-", "--minimize", name, text=DEAD), 0, "empty ")

    def test_refused_combinations(self):
        for arguments in (["--minimize", "min-bfs", "--algorithm", "se"], ["--minimize", "min-bfs", "--nonprogress"],
                          ["--max-length", "3"]):
            self.expect(run("empty", "-", *arguments, text=LOOP), 2, stderr="error: ")


class Nonprogress(program.Case):
    def test_direct_and_product(self):
        model = MODELS / "philosophers.hoa"
        self.expect(run("empty", "--nonprogress", model), 1, ["by nonprogress", "5:stuck"])
        self.expect(run("empty", "--algorithm", "nonprogress", model), 1, "by nonprogress")
        for name in ("se", "sd", "ascc", "auto"):
            done = run("empty", "--nonprogress", "--algorithm", name, model)
            self.expect(done, 1, [f"by {'sd' if name == 'auto' else name}", "product with the non-progress automaton"])

    def test_none(self):
        for extra in ([], ["--algorithm", "se"]):
            self.expect(run("empty", "-", "--nonprogress", *extra, text=GENERAL), 0, "empty ")

    def test_marks_on_transitions_are_refused(self):
        text = hoa({0: [("t", 0)]}, edge_marks={(0, 0): [0]})
        self.expect(run("empty", "-", "--nonprogress", text=text), 2, stderr="progress is a matter of states")

    def test_a_cycle_behind_a_progress_state(self):
        """The second search finds state 3 before the first one does; the cycle at 5 lies behind it and the progress state 4."""
        text = hoa({0: [("t", 1), ("t", 3)], 1: [("t", 2)], 2: [("t", 0)], 3: [("t", 4)], 4: [("t", 5)], 5: [("t", 5)]},
                   marks={1: [0], 4: [0]})
        for extra in ([], ["--algorithm", "sd"], ["--algorithm", "ascc"]):
            self.expect(run("empty", "-", "--nonprogress", *extra, text=text), 1, "nonempty")


class Streams(program.Case):
    def test_all_are_answered(self):
        done = self.expect(run("empty", "-", text=DEAD + LOOP + DEAD), 1)
        self.assertEqual([line.split()[0] for line in done.stdout.splitlines() if " by " in line],
                         ["empty", "nonempty", "empty"])

    def test_results_before_an_error_stay(self):
        done = self.expect(run("empty", "-", text=LOOP + "HOA: v1\nStates: x\n"), 2, "nonempty", "<stdin>:12:9: error:")
        report, code = run_json("empty", "-", text=LOOP + "HOA: v2\n")
        self.assertEqual((code, len(report["automata"])), (2, 1))
        self.assertIn("<stdin>:", report["error"])

    def test_refusal_does_not_end_the_stream(self):
        done = self.expect(run("empty", "-", "--algorithm", "sd", text=GENERAL + WEAK), 2, ["needs a weak", "nonempty"])
        self.assertIn("sd needs a weak automaton", done.stderr)

    def test_several_files(self):
        done = run("empty", MODELS / "gfa.hoa", "nowhere.hoa", MODELS / "one-way-street.hoa")
        self.expect(done, 2, ["gfa.hoa: automaton 1", "one-way-street.hoa: automaton 1"], "nowhere.hoa: error: cannot open")

    def test_answers_come_as_automata_arrive(self):
        import subprocess
        process = subprocess.Popen([program.PROGRAM, "empty", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        process.stdin.write(LOOP.encode())
        process.stdin.flush()
        self.assertIn(b"loop", process.stdout.readline())  # would wait for ever
        process.stdin.close()
        process.stdout.read()
        self.assertEqual(process.wait(20), 1)
        process.stdout.close()


class Models(program.Case):
    def test_ours_say_what_their_names_say(self):
        expected = {"alarm-rings": "nonempty", "fair-scheduler": "nonempty", "gfa": "nonempty", "long-way-round": "nonempty",
                    "one-way-street": "empty", "philosophers": "nonempty", "request-unanswered": "nonempty"}
        self.assertEqual(sorted(path.stem for path in MODELS.glob("*.hoa")), sorted(expected))
        for name, verdict in expected.items():
            report, _ = run_json("empty", MODELS / f"{name}.hoa")
            self.assertEqual(report["automata"][0]["verdict"], verdict, name)


program.main()
