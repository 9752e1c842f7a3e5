# SPDX-License-Identifier: Apache-2.0
"""The module says of models what the program says: verdicts, figures, runs, options, errors."""

import support

support.enter()

import json
import os
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import lariat

ROOT = support.ROOT
PROGRAM = os.environ.get("LARIAT_PROGRAM") or str(support.BUILD / "bin" / "lariat")
# Counts for ever, as far as a test is concerned: 2^32 states.
ENDLESS = "int x; active proctype P() { do :: x++ od }\n"


def program(*arguments):
    done = subprocess.run([PROGRAM, *map(str, arguments)], text=True, capture_output=True, timeout=120)
    return json.loads(done.stdout)


class Checks(unittest.TestCase):
    def test_models_have_the_verdicts_of_the_program(self):
        for path in sorted(ROOT.glob("models/promela/*.pml"))[:8] + sorted(ROOT.glob("models/dve/*.dve"))[:4]:
            expected = program("check", path, "--json", "--max-states", 20000, "--vacuity", 0)["properties"]
            found = lariat.load(path).check(max_states=20000, vacuity=0)
            self.assertEqual([r.verdict for r in found], [p["verdict"] for p in expected], path)
            self.assertEqual([r.statistics["states"] for r in found], [p["statistics"]["states"] for p in expected], path)

    def test_runs_are_those_of_the_program(self):
        path = ROOT / "models" / "dve" / "hyman.dve"
        invariant = "P_0.critical + P_1.critical <= 1"
        result = lariat.load(path).check(invariant=invariant)[0]
        self.assertEqual((result.verdict, len(result.run), result.shortest), ("violated", 7, True))
        with tempfile.TemporaryDirectory() as folder:
            saved = pathlib.Path(folder, "run.json")
            result.run.save(saved)
            subprocess.run([PROGRAM, "replay", path, saved], check=True, capture_output=True)
            again = lariat.load(path).replay(saved)
        self.assertEqual([dict(s) for s in again.states], [dict(s) for s in result.run.states])
        text = subprocess.run([PROGRAM, "check", path, "--invariant", invariant], text=True, capture_output=True).stdout
        for step in result.run:
            self.assertIn(step.actions[0].text, text)
            self.assertEqual(step.actions[0].file, str(path))
        # Each step is a successor of the state before it.
        state = result.run.initial
        for step in result.run.steps:
            self.assertIn(step.state, [successor.state for successor in state.successors()])
            state = step.state
        self.assertEqual(state.evaluate(invariant), 0)

    def test_lasso(self):
        model = lariat.load(ROOT / "models" / "dve" / "peterson.dve")
        run = model.check(ltl="G F P_0.critical", minimize="min-bfs").run
        self.assertEqual((len(run), run.cycle), (5, 1))
        self.assertEqual(run.states[run.cycle], run.states[-1])
        self.assertIn("<table", run._repr_html_())
        self.assertIn("repeats for ever", str(run))
        fair = model.check(ltl="G F P_0.critical", fair=True)
        self.assertEqual(fair.verdict, "holds")

    def test_keywords_are_the_options_of_the_program(self):
        """Each option of `lariat check` is a keyword, or is named as none."""
        from lariat import _options

        model = lariat.parse("byte x; active proctype P() { do :: x = 1 - x od }")
        tried = 0
        for row in program("options", "--json")["options"]:
            keyword = row["name"].removeprefix("--").replace("-", "_")
            if "check" not in row["commands"] or row["argument"] or keyword in _options.NOT_FOR_PYTHON:
                continue
            bad = {"count": -1, "number": "x", "bytes": "1X", "choice": "zzz"}.get(row["kind"])
            if bad is None:
                continue
            with self.assertRaises(lariat.OptionError, msg=keyword) as caught:
                model.check(**{keyword: bad})
            self.assertIn(row["name"], str(caught.exception))
            tried += 1
        self.assertGreater(tried, 12)
        for keyword in ("json", "untrusted", "no_such_option"):
            with self.assertRaises(lariat.OptionError):
                model.check(**{keyword: True})
        with self.assertRaisesRegex(lariat.OptionError, r"no option 'max_state' \(did you mean 'max_states'\?\)"):
            model.check(max_state=3)
        with self.assertRaisesRegex(lariat.OptionError, "is for --bitstate"):
            model.check(hashes=2)

    def test_options_change_the_search(self):
        model = lariat.load(ROOT / "models" / "promela" / "philosophers.pml")
        full = model.explore()
        reduced = model.explore(por="stubborn", no_full=True)
        self.assertTrue(full.complete)
        self.assertLess(reduced.states, full.states)
        self.assertEqual(full.states, program("explore", ROOT / "models" / "promela" / "philosophers.pml", "--json")["statistics"]["states"])
        limited = model.check(deadlock=True, max_states=3)[0]
        self.assertEqual(limited.verdict, "unknown")
        self.assertIn("states", limited.reason)

    def test_graph(self):
        import numpy

        model = lariat.load(ROOT / "models" / "dve" / "peterson.dve")
        graph, counted = model.graph(), model.explore()
        offsets, targets = graph.arrays()
        self.assertEqual((graph.states, len(targets)), (counted.states, counted.transitions))
        self.assertEqual(int(offsets[-1]), len(targets))
        turn = graph.values("turn")
        self.assertTrue(numpy.array_equal(turn, [graph.state(i)["turn"] for i in range(graph.states)]))
        for i in range(graph.states):
            self.assertEqual([graph.state(int(t)) for t in targets[offsets[i]:offsets[i + 1]]],
                             [step.state for step in graph.state(i).successors()])
        self.assertTrue(graph._repr_svg_() is None or "<svg" in graph._repr_svg_())
        try:
            import networkx
        except ImportError:
            return
        self.assertEqual(networkx.number_strongly_connected_components(graph.to_networkx()), model.explore(scc=True).components)


class BadInput(unittest.TestCase):
    def test_diagnostics_have_places(self):
        with self.assertRaises(lariat.Error) as caught:
            lariat.parse("byte x;\nactive proctype P() { x = y }\n", name="bad.pml")
        first = caught.exception.diagnostics[0]
        self.assertEqual((first.severity, first.file, first.line), ("error", "bad.pml", 2))
        self.assertIn("y", first.message)
        with self.assertRaises(lariat.Error):
            lariat.load(ROOT / "no such file.pml")
        model = lariat.parse("byte x; active proctype P() { x = 1 }")
        for bad in (dict(ltl="G ("), dict(invariant="x +"), dict(property="no_such")):
            with self.assertRaises(lariat.Error, msg=bad) as caught:
                model.check(**bad)
            self.assertTrue(caught.exception.diagnostics)
        with self.assertRaises(lariat.Error):
            model.initial.evaluate("1 / 0")
        with self.assertRaises(lariat.Error):
            model.graph(max_states=1)

    def test_interrupt(self):
        """Ctrl-C ends a search that would take for ever, and the model can be used afterwards."""
        model = lariat.parse(ENDLESS)
        timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        start = time.monotonic()
        with self.assertRaises(KeyboardInterrupt):
            model.check(deadlock=True)
        timer.join()
        self.assertLess(time.monotonic() - start, 20)
        self.assertEqual(model.check(invariant="x < 3", max_states=100)[0].verdict, "violated")

    def test_other_threads_go_on(self):
        """The lock is free during a search; two threads check at the same time."""
        model = lariat.parse(ENDLESS)
        verdicts = []
        worker = threading.Thread(target=lambda: verdicts.append(model.check(deadlock=True, max_time=1)[0].verdict))
        worker.start()
        count = 0
        while worker.is_alive() and count < 10_000_000:
            count += 1
        worker.join()
        self.assertEqual(verdicts, ["unknown"])
        self.assertGreater(count, 10_000)

    def test_takes_no_longer_than_the_program(self):
        """The same search takes the same processor time, but for noise."""
        path = ROOT / "models" / "bench" / "elevator_3.pml"

        def seconds(work):
            used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
            work()
            after = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
            return sum(b.ru_utime + b.ru_stime - a.ru_utime - a.ru_stime for a, b in zip(used, after))

        options = {"deadlock": True, "engine": "interpreter"}
        of_program = min(seconds(lambda: program("check", path, "--deadlock", "--engine", "interpreter", "--json")) for _ in range(3))
        of_module = min(seconds(lambda: lariat.load(path).check(**options)) for _ in range(3))
        print(f"the program takes {of_program:.2f} s, the module {of_module:.2f} s")
        self.assertLess(of_module, 1.3 * of_program + 0.05)


class Automata(unittest.TestCase):
    FORMULAS = ["G F p", "F G p", "p U q", "G (p -> F q)", "X p & !q", "(p R q) | F r", "G p -> F q", "true", "false"]

    def test_translation_and_back(self):
        for text in self.FORMULAS:
            for kind in ("tgba", "gba", "ba"):
                automaton = lariat.Formula(text).translate(type=kind)
                again = lariat.Automaton.from_hoa(automaton.to_hoa())
                self.assertTrue(again.agrees_with(text), text)
                self.assertEqual(len(again.edges), again.transitions)

    def test_product_is_conjunction(self):
        for left in self.FORMULAS:
            for right in self.FORMULAS:
                product = lariat.Formula(left).translate().product(lariat.Formula(right).translate())
                both = lariat.Formula(left) & right
                self.assertEqual(product.is_empty(), both.translate().is_empty(), (left, right))
                word = product.accepting_word()
                if word:
                    self.assertTrue(both.holds(word), (left, right, word))
                    self.assertTrue(product.accepts(word))

    def test_comparison(self):
        answer = lariat.Formula("G F p").equivalent("F G p")
        self.assertEqual(answer.answer, "no")
        self.assertNotEqual(lariat.Formula("G F p").holds(answer.word), lariat.Formula("F G p").holds(answer.word))
        with self.assertRaises(lariat.Error) as caught:
            lariat.Formula("G (p &")
        self.assertGreater(caught.exception.diagnostics[0].column, 1)
        with self.assertRaises(lariat.Error):
            lariat.Automaton.from_hoa("HOA: v2")

    def test_comparisons_of_automata(self):
        """Automata compare as the formulas do that they are translated from, with each other and with formulas."""
        for left in self.FORMULAS:
            for right in self.FORMULAS:
                a, b = (lariat.Formula(text).translate() for text in (left, right))
                for expected, *found in ((lariat.Formula(left).implies(right), a.included_in(b), a.included_in(right)),
                                         (lariat.Formula(left).equivalent(right), a.equivalent(b), a.equivalent(right))):
                    for answer in found:
                        self.assertEqual(answer.answer, expected.answer, (left, right))
                        if answer.word:
                            self.assertNotEqual(a.accepts(answer.word), b.accepts(answer.word), (left, right))
        many = lariat.Formula(" & ".join(f"(G F a{i} | F G b{i})" for i in range(5))).translate()
        self.assertEqual(many.equivalent(many, max_states=10).answer, "unknown")
        with self.assertRaises(lariat.Error):
            bool(many.equivalent(many, max_states=10))

    def test_algorithms_agree(self):
        automaton = lariat.read_hoa(ROOT / "models" / "hoa" / "philosophers.hoa")[0]
        for algorithm in ("se", "tarjan", "ascc", "cvwy"):
            self.assertEqual(automaton.check_emptiness(algorithm=algorithm).verdict, "nonempty")
        self.assertEqual(len(automaton.check_emptiness(minimize="min-bfs").cycle), 3)


unittest.main(argv=["test"])
