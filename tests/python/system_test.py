# SPDX-License-Identifier: Apache-2.0
"""Models written in Python: figures against a search written here, runs, errors, speed."""

import support

support.enter()

import os
import random
import signal
import threading
import time
import unittest

import lariat


class RandomSystem(lariat.System):
    """A random graph; atoms are bits of random numbers."""

    def __init__(self, seed):
        generator = random.Random(seed)
        self.count = generator.randrange(1, 40)
        self.following = [[generator.randrange(self.count) for _ in range(generator.randrange(0, 4))] for _ in range(self.count)]
        self.bits = [generator.randrange(4) for _ in range(self.count)]
        self.first = sorted({generator.randrange(self.count) for _ in range(2)})

    def initial(self):
        return [("state", i) for i in self.first]

    def steps(self, state):
        for k, target in enumerate(self.following[state[1]]):
            yield f"edge {k}", ("state", target)

    @lariat.atom
    def p(self, state):
        return self.bits[state[1]] & 1

    @lariat.atom
    def q(self, state):
        return self.bits[state[1]] & 2

    def reachable(self):
        seen = list(self.first)
        for i in seen:
            seen += [t for t in dict.fromkeys(self.following[i]) if t not in seen]
        return seen


class Counter(lariat.System):
    def __init__(self, size):
        self.size = size

    def initial(self):
        return [0]

    def successors(self, s):
        return [(s + 1) % self.size, (s * 2) % self.size]


class Figures(unittest.TestCase):
    def test_random_systems(self):
        for seed in range(60):
            system = RandomSystem(seed)
            seen = system.reachable()
            graph = system.graph()
            self.assertEqual(sorted(s[1] for s in graph.states), sorted(seen), f"seed {seed}")
            self.assertEqual(len(graph.edges), sum(len(system.following[i]) for i in seen), f"seed {seed}")
            dead = any(not system.following[i] for i in seen)
            found = system.check(invariant="p", reach=lambda s: system.bits[s[1]] == 3, deadlock=True)
            self.assertEqual(found[0].verdict == "holds", all(system.bits[i] & 1 for i in seen), f"seed {seed}")
            self.assertEqual(found[1].verdict == "reachable", any(system.bits[i] == 3 for i in seen), f"seed {seed}")
            self.assertEqual(found[2].verdict == "violated", dead, f"seed {seed}")
            for result in found:
                self.check_run(system, result.run, seed)

    def test_formulas_by_several_algorithms(self):
        for seed in range(40):
            system = RandomSystem(seed)
            for formula in ("G F p", "F G q", "p U q", "G (p -> F q)"):
                verdicts = set()
                for algorithm in ("se", "ascc", "tarjan"):
                    result = system.check(ltl=formula, algorithm=algorithm)[0]
                    verdicts.add(result.verdict)
                    self.check_run(system, result.run, seed)
                    if result.run:
                        self.assertFalse(lariat.Formula(formula).holds(self.word(system, result.run)), f"seed {seed}: {formula}")
                self.assertEqual(len(verdicts), 1, f"seed {seed}: {formula}")

    def word(self, system, run):
        letters = [{name for name in "pq" if getattr(system, name)(state)} for state in run.states[:-1]]
        cycle = run.cycle if run.cycle is not None else len(letters)
        if run.cycle is None:  # whatever follows: the last state stays
            letters.append({name for name in "pq" if getattr(system, name)(run.states[-1])})
        return lariat.Word(letters[:cycle], letters[cycle:])

    def check_run(self, system, run, seed):
        if run is None:
            return
        self.assertIn(run.initial, list(system.initial()), f"seed {seed}")
        state = run.initial
        for step in run.steps:
            successors = list(system.steps(state)) or [(None, state)]  # a run that ends stays where it is
            self.assertIn((step.label, step.state), successors, f"seed {seed}")
            state = step.state
        if run.cycle is not None:
            self.assertEqual(run.states[run.cycle], run.states[-1], f"seed {seed}")


class BadModels(unittest.TestCase):
    def test_exceptions_come_out(self):
        class Broken(Counter):
            def successors(self, s):
                if s == 5:
                    raise LookupError("no successors of five")
                return super().successors(s)

        with self.assertRaisesRegex(LookupError, "five") as caught:
            Broken(100).check(deadlock=True)
        self.assertIn("state 5", "".join(caught.exception.__notes__))
        with self.assertRaises(LookupError):
            Broken(100).graph()

    def test_a_condition_that_raises(self):
        with self.assertRaises(ZeroDivisionError) as caught:
            Counter(100).check(invariant=[lambda s: s >= 0, lambda s: 1 / (s - 9)])
        self.assertIn("invariant <lambda>", "".join(caught.exception.__notes__))
        self.assertIn("state 9", "".join(caught.exception.__notes__))

    def test_several_conditions_of_one_name(self):
        found = Counter(100).check(invariant=[lambda s: s >= 0, lambda s: s < 50, lambda s: s < 100], reach=[lambda s: s == 7, lambda s: s < 0])
        self.assertEqual([r.verdict for r in found], ["holds", "violated", "holds", "reachable", "unreachable"])

    def test_a_generator_that_raises(self):
        class Broken(Counter):
            def successors(self, s):
                yield s + 1
                if s > 20:
                    raise ZeroDivisionError

        with self.assertRaises(ZeroDivisionError):
            Broken(100).check(deadlock=True)

    def test_changed_minds(self):
        class Fickle(Counter):
            calls = 0

            def successors(self, s):
                self.calls += 1
                return [(s + self.calls) % self.size]

            @lariat.atom
            def zero(self, s):
                return s == 7

        with self.assertRaisesRegex(RuntimeError, "changed its mind"):
            for _ in range(20):
                Fickle(50).check(ltl="G F zero")
                Fickle(50).check(invariant=lambda s: s != 13)

    def test_bad_values(self):
        for wrong, kind in ((lambda s: [[1]], TypeError), (lambda s: 3, TypeError), (lambda s: None, TypeError)):
            system = Counter(3)
            system.successors = wrong
            with self.assertRaises(kind):
                system.check(deadlock=True)
        system = Counter(3)
        system.initial = lambda: []
        with self.assertRaisesRegex(ValueError, "no state"):
            system.check(deadlock=True)
        with self.assertRaises(lariat.Error):
            Counter(3).check(ltl="G F unknown_atom")
        with self.assertRaises(lariat.OptionError):
            Counter(3).check(invariant="unknown_atom")
        with self.assertRaises(lariat.Error):
            Counter(3).check(deadlock=True, fair=True)

    def test_endless_model(self):
        class Endless(lariat.System):
            def initial(self):
                return [0]

            def successors(self, s):
                yield s + 1

        self.assertEqual(Endless().check(deadlock=True, max_states=1000)[0].verdict, "unknown")
        self.assertEqual(Endless().check(deadlock=True, max_time=0.2)[0].verdict, "unknown")
        timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        with self.assertRaises(KeyboardInterrupt):
            Endless().check(deadlock=True)
        timer.join()


class Speed(unittest.TestCase):
    def test_transitions_a_second(self):
        system = Counter(150_000)
        start = time.process_time()
        found = system.check(deadlock=True)[0]
        seconds = time.process_time() - start
        rate = found.statistics["transitions"] / seconds
        print(f"{rate:,.0f} transitions a second of CPU time")
        self.assertEqual(found.statistics["states"], 150_000)
        self.assertGreater(rate, 100_000, "a model of trivial code reaches 200,000 on a quiet machine")


unittest.main(argv=["test"])
