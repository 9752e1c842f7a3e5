# SPDX-License-Identifier: Apache-2.0
"""lariat check: verdicts, runs, exit codes, limits. The models are small enough to be worked out by hand."""

import fcntl
import json
import os
import pathlib
import pty
import signal
import struct
import subprocess
import tempfile
import termios
import time

import program
from program import PROGRAM, environment, run, run_json
from searches import ALGORITHMS, SPECIAL

# x counts 0, 1, 2, 3 as P goes from a to b; in a with x = 3 P is stuck: 7 states in a row, 6 transitions.
COUNTER = """byte x;
process P {
  state a, b;
  init a;
  trans a -> b { guard x < 3; effect x = x + 1; }, b -> a { };
}
system async;
"""

# P goes round a, b; or to c, where it stays: 3 states, 4 transitions, no deadlock. In c x is 1.
CHOICE = """byte x;
process P {
  state a, b, c;
  init a;
  trans a -> b { }, b -> a { }, a -> c { effect x = 1; }, c -> c { };
}
system async;
"""

# The model above with a property process that accepts the runs that visit b infinitely often.
OBSERVED = CHOICE.replace("system async;", """process never_b_for_ever {
  state q, seen;
  init q;
  accept seen;
  trans q -> seen { guard P.b; }, q -> q { guard not P.b; }, seen -> seen { guard P.b; }, seen -> q { guard not P.b; };
}
system async property never_b_for_ever;
""")

# n processes count to k each: (k + 1)^n states. Every run ends, in a deadlock.


def grid(n, k):
    text = "".join(f"byte x{i};\nprocess P{i} {{ state a; init a; trans a -> a {{ guard x{i} < {k}; effect x{i} = x{i} + 1; }}; }}\n"
                   for i in range(n))
    return text + "system async;\n"


LARGE = grid(6, 40)  # 41^6 states: more than anybody waits for


class Model:
    """A file with that text, in a folder of its own."""

    def __init__(self, text, name="model.dve"):
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name, name)
        if isinstance(text, bytes):
            self.path.write_bytes(text)
        else:
            self.path.write_text(text, encoding="utf-8")

    def __enter__(self):
        return self.path

    def __exit__(self, *_):
        self.folder.cleanup()


def check(text, *options):
    """The report on a model, and the exit code."""
    return run_json("check", "-", *options, text=text)


class CheckCase(program.Case):
    def verdicts(self, text, *options):
        report, code = check(text, *options)
        return [entry["verdict"] for entry in report["properties"]], code

    def expect_verdicts(self, text, options, verdicts, code):
        self.assertEqual(self.verdicts(text, *options), (verdicts, code), options)

    def length(self, text, *options):
        report, _ = check(text, *options)
        lasso = report["properties"][0]["lasso"]
        return len(lasso["stem"]), len(lasso["cycle"])


class Verdicts(CheckCase):
    def test_each_kind(self):
        for options, verdict in [
            (["--ltl", "G F P.a"], "holds"),  # the end of the run is repeated, and P is in a there
            (["--ltl", "F G P.a"], "holds"),
            (["--ltl", "G F P.b"], "violated"),
            (["--ltl", "F x == 3"], "holds"),
            (["--ltl", "G x < 3"], "violated"),
            (["--deadlock"], "violated"),
            (["--assert"], "holds"),
            (["--invariant", "x <= 3"], "holds"),
            (["--invariant", "x < 3"], "violated"),
        ]:
            self.expect_verdicts(COUNTER, options, [verdict], int(verdict == "violated"))

    def test_reach_is_a_question(self):
        report, code = check(COUNTER, "--reach", "x == 2", "--reach", "x == 4")
        self.assertEqual([entry["reachable"] for entry in report["properties"]], [True, False])
        self.assertEqual([entry["verdict"] for entry in report["properties"]], ["violated", "holds"])
        self.assertEqual(code, 1)
        self.assertEqual(check(COUNTER, "--reach", "x == 4")[1], 1)
        self.assertEqual(check(COUNTER, "--reach", "x == 2")[1], 0)
        self.expect(run("check", "-", "--reach", "x == 2", "--reach", "x == 4", text=COUNTER), 1,
                    ["reachable   reach x == 2", "unreachable reach x == 4", "reach x == 2: reached after 3 steps, as short as possible"])

    def test_shortest_ways(self):
        for x, length in ((0, 0), (1, 1), (2, 3), (3, 5)):  # b is left in between
            self.assertEqual(self.length(COUNTER, "--reach", f"x == {x}"), (length, 0))
        self.assertEqual(self.length(COUNTER, "--deadlock"), (6, 0))
        # Depth first may take a longer way, in a grid any way is as long as the others.
        self.assertEqual(self.length(grid(2, 3), "--search", "dfs", "--reach", "x0 == 2 && x1 == 1"), (3, 0))

    def test_several_at_once(self):
        report, code = check(COUNTER, "--deadlock", "--reach", "x == 1", "--ltl", "G F P.a", "--assert", "--invariant", "x < 9",
                             "--ltl", "G F P.b")
        self.assertEqual([(entry["kind"], entry["verdict"]) for entry in report["properties"]],
                         [("ltl", "holds"), ("ltl", "violated"), ("invariant", "holds"), ("reach", "violated"),
                          ("assert", "holds"), ("deadlock", "violated")])
        self.assertEqual(code, 1)

    def test_nothing_asked(self):
        done = self.expect(run("check", "-", text=COUNTER), 0, ["nothing was asked", "holds       no error", "a deadlock was met: --deadlock"])
        self.assertNotIn("deadlock", run("check", "-", text=CHOICE).stdout)
        self.assertEqual(done.stderr, "")
        report, code = check(OBSERVED)
        self.assertEqual(([entry["kind"] for entry in report["properties"]], code), (["property", "assert"], 1))

    def test_runs_that_end(self):
        """COUNTER has only runs that end. CHOICE has none."""
        for rule, verdicts in (("stutter", ["violated", "holds"]), ("ignore", ["holds", "holds"])):
            self.expect_verdicts(COUNTER, ["--ltl", "false", "--ltl", "F x == 3", "--deadlock-runs", rule], verdicts,
                                 int("violated" in verdicts))
            self.expect_verdicts(CHOICE, ["--ltl", "F P.c", "--deadlock-runs", rule], ["violated"], 1)

    def test_the_property_process(self):
        for rule in ("stutter", "ignore"):
            self.expect_verdicts(OBSERVED, ["--property", "--deadlock-runs", rule], ["violated"], 1)
        never = OBSERVED.replace("a -> b { }, ", "")  # b cannot be reached
        self.expect_verdicts(never, ["--property"], ["holds"], 0)
        self.expect(run("check", "-", "--property", text=COUNTER), 2, stderr="the model has no property process")


class Algorithms(CheckCase):
    CASES = [("G F P.b", "violated"), ("F P.b || F P.c", "holds"), ("G (P.b -> F P.a)", "holds"), ("F P.c", "violated"),
             ("G x == 0", "violated"), ("G (P.c -> G x == 1)", "holds"), ("F G P.c || G F P.b", "holds"),
             ("G F P.a -> G F P.c", "violated")]

    def test_all_agree(self):
        for formula, verdict in self.CASES:
            applied = 0
            for algorithm in ["auto", *ALGORITHMS]:
                report, code = check(CHOICE, "--ltl", formula, "--algorithm", algorithm)
                entry = report["properties"][0]
                if code == 2:
                    self.assertIn(algorithm, SPECIAL)
                    self.assertRegex(entry["reason"], f"{algorithm} needs a (weak|terminal) automaton")
                    continue
                applied += 1
                self.assertEqual((entry["verdict"], code), (verdict, int(verdict == "violated")), (formula, algorithm))
                if algorithm != "auto":
                    self.assertEqual(entry["algorithm"], algorithm)
            self.assertGreaterEqual(applied, 12, formula)

    def test_on_the_property_process(self):
        for algorithm in ALGORITHMS:
            if algorithm not in SPECIAL:
                self.expect_verdicts(OBSERVED, ["--property", "--algorithm", algorithm], ["violated"], 1)

    def test_auto_follows_the_class(self):
        for formula, algorithm, kind in [("G x == 0", "reach", "terminal"), ("F P.c", "sd", "weak"), ("F G P.c", "ascc", "general")]:
            entry = check(CHOICE, "--ltl", formula)[0]["properties"][0]
            self.assertEqual((entry["algorithm"], entry["class"]), (algorithm, kind))

    def test_shortest_lassos(self):
        # a b a b ... is a cycle of 2 from the start; c is reached in 1 step, and has a loop. An automaton that has to see c before
        # it moves, as a translator may well make it, needs one step more. A run to a state that nothing makes good ends there.
        for way in ("min-bfs", "min-dfs", "spin-i"):
            for formula, lengths in (("F P.c", [2]), ("G F P.a", [2, 3]), ("G x == 0", [1])):
                self.assertIn(sum(self.length(CHOICE, "--ltl", formula, "--minimize", way)), lengths, (way, formula))
        self.expect(run("check", "-", "--ltl", "F P.c", "--minimize", "min-bfs", text=CHOICE), 1,
                    "F P.c: violated by this run of 0 steps and a cycle of 2, the shortest found")

    def test_any_order(self):
        for seed in range(25):
            self.expect_verdicts(CHOICE, ["--order", seed, "--ltl", "F P.c", "--ltl", "F P.b || F P.c", "--reach", "x == 1"],
                                 ["violated", "holds", "violated"], 1)
        self.expect(run("check", "-", "--order", "x", text=CHOICE), 2, stderr="--order")

    def test_compare(self):
        with Model(CHOICE) as path:
            report, code = run_json("compare", path, "--ltl", "F P.c")
            self.assertEqual(([row["algorithm"] for row in report["rows"]], code), (ALGORITHMS, 1))
            for row in report["rows"]:
                self.assertEqual(row["verdict"], "violated" if row["applies"] else "unknown")
            self.expect(run("compare", path, "--ltl", "F P.b || F P.c"), 0, ["cvwy-gen", "holds"])
            self.expect(run("compare", path), 2, stderr="no property process")
            self.expect(run("compare", path, path), 2, stderr="one model at a time")
            self.expect(run("compare", path, "--nonprogress"), 2, stderr="is for automata")


class Definitions(CheckCase):
    def test_names(self):
        define = ["--define", "done = x == 3", "--define", "in_b=P.b"]
        self.expect_verdicts(COUNTER, [*define, "--ltl", "F done && G(in_b -> F !in_b)"], ["holds"], 0)
        self.expect_verdicts(COUNTER, [*define, "--ltl", "done -> false"], ["holds"], 0)

    def test_within_others_and_within_expressions(self):
        define = ["--define", "two=x == 2", "--define", "late=two || x == 3", "--define", "all=late && P.b"]
        report, _ = check(COUNTER, *define, "--reach", "all && x != 2", "--invariant", "not late", "--ltl", "F late", "--ltl",
                          'F "late && P.b"')
        self.assertEqual([entry["verdict"] for entry in report["properties"]], ["holds", "holds", "violated", "violated"])
        self.assertEqual([len(entry["lasso"]["stem"]) for entry in report["properties"][2:]], [3, 5])
        # The expression of a defined name is one operand, whatever operators surround it.
        self.expect_verdicts(COUNTER, ["--define", "p=x == 1 || x == 2", "--reach", "p && x == 3"], ["holds"], 1)

    def test_names_like_operators(self):
        self.expect_verdicts(COUNTER, ["--define", "Full=x == 3", "--ltl", "F Full"], ["holds"], 0)

    def test_file(self):
        with Model("# what the counter does\n\n  two = x == 2\t\r\nlate=two || x == 3\n", "names.txt") as path:
            self.expect_verdicts(COUNTER, ["--define-file", path, "--ltl", "F late", "--reach", "two"], ["holds", "violated"], 0)
            self.expect(run("check", "-", "--define-file", path, "--define", "two=x", "--ltl", "F two", text=COUNTER), 2,
                        stderr="two is defined twice")
        with Model("p = x ==\nq\n", "names.txt") as path:
            self.expect(run("check", "-", "--define-file", path, "--ltl", "p", text=COUNTER), 2,
                        stderr=["names.txt:1 p:1:5: error: expected an expression", "names.txt:2: error: 'q' is not NAME=EXPRESSION"])
        self.expect(run("check", "-", "--define-file", "no/such/file", text=COUNTER), 2, stderr="no/such/file: error: cannot open")

    def test_quoted_atoms(self):
        self.expect_verdicts(COUNTER, ["--ltl", 'G("x == 1 && P.a" -> F "x*2 > 4")'], ["holds"], 0)

    def test_mistakes(self):
        for define in ("=x", "p", "1p=x", "p q=x"):
            self.expect(run("check", "-", "--define", define, text=COUNTER), 2, stderr="is not NAME=EXPRESSION")
        self.expect(run("check", "-", "--define", "q=p", "--define", "p=x", "--ltl", "q", text=COUNTER), 2,
                    stderr="--define q:1:1: error: there is no variable 'p'")


class Errors(CheckCase):
    """Run-time errors of steps."""

    def model(self, effect, more=""):
        return f"byte x = 254;\nbyte a[2];\nprocess P {{ state s; init s; trans s -> s {{ effect {effect}; }}; {more} }}\nsystem async;\n"

    def test_each(self):
        for effect, length, message in [
            ("x = x + 1", 2, "256 is out of the range of x, which is 0 to 255"),
            ("x = x - 100", 3, "-46 is out of the range of x"),
            ("a[x - 253] = 1, x = x + 1", 2, "index"),
            ("x = x - 127, a[0] = 1 / x", 2, "division by zero"),
            ("x = x - 127, a[0] = 1 % x", 2, "division by zero"),
        ]:
            report, code = check(self.model(effect), "--assert")
            entry = report["properties"][0]
            self.assertEqual((entry["verdict"], code, len(entry["lasso"]["stem"])), ("violated", 1, length), effect)
            self.assertIn(message, entry["error"]["message"])
            self.assertRegex(entry["error"]["source"], r"<stdin>:3\b")
            done = self.expect(run("check", "-", "--assert", text=self.model(effect)), 1, [f"error after {length} step", message])
            self.assertEqual(done.stdout.count(message), 1, done.stdout)

    def test_assertions(self):
        text = self.model("x = x - 1", "assert s: x > 250;")
        self.assertEqual(self.length(text, "--assert"), (4, 0))  # 254, 253, 252, 251, 250
        self.expect(run("check", "-", text=text), 1, "error after 4 steps")

    def test_overflow(self):
        """255 + 1: an error, or 0; the error state has no successors, or those of the other processes."""
        text = self.model("x = x + 1").replace("system", "process Q { state q, r; init q; trans q -> r { }; }\nsystem")
        self.expect_verdicts(text, ["--overflow", "error", "--assert"], ["violated"], 1)
        self.expect_verdicts(text, ["--overflow", "wrap", "--assert", "--ltl", "G F x == 0"], ["holds", "holds"], 0)
        self.expect_verdicts(text, ["--overflow", "goes-on", "--assert"], ["violated"], 1)
        for way, states in (("error", 5), ("wrap", 512), ("goes-on", 6)):  # 2 × 2 and the error state, with q and r of Q
            self.assertEqual(run_json("explore", "-", "--overflow", way, text=text)[0]["statistics"]["states"], states, way)

    def test_a_property_that_cannot_be_evaluated(self):
        """It does not hold: where the index of an atom is out of range, the formula is violated; never so, it is refused."""
        text = ("byte x; byte a[3];\nprocess P { state s; init s; "
                "trans s -> s { guard x < 5; effect x = x + 1; }, s -> s { guard x == 5; }; }\nsystem async;\n")
        for formula in ("G (a[x] == 0)", "G F (a[x] == 1)", "G F (a[x] == 0)"):
            self.expect_verdicts(text, ["--ltl", formula], ["violated"], 1)
            self.expect_verdicts(text, ["--ltl", formula, "--threads", "3"], ["violated"], 1)
        for options in (["--ltl", "G (a[3] == 0)"], ["--invariant", "a[3] == 0"], ["--reach", "a[-1] == 0"]):
            done = self.expect(run("check", "-", *options, text=text), 2)
            self.assertIn("is outside the array 'a', which has 3 elements", done.stderr)
        self.expect_verdicts(text, ["--ltl", "G (a[2] == 0)"], ["holds"], 0)

    def test_a_state_that_goes_wrong_is_no_deadlock(self):
        self.expect_verdicts(self.model("x = x + 1"), ["--deadlock"], ["holds"], 0)


class Limits(CheckCase):
    def test_states(self):
        done = self.expect(run("check", "-", "--max-states", 1000, "--reach", "x0 == 1", "--reach", "x0 == 40", "--deadlock",
                               text=LARGE), 3, ["reachable   reach x0 == 1", "unknown     reach x0 == 40",
                                                "the limit of states was reached", "reached after 1 step"])
        self.assertIn(" 1,000 ", done.stdout)
        report, code = check(LARGE, "--max-states", 1000, "--ltl", "G x0 < 41", "--deadlock")
        self.assertEqual(([entry["verdict"] for entry in report["properties"]], code), (["unknown", "unknown"], 3))
        for entry in report["properties"]:
            self.assertEqual(entry["reason"], "the limit of states was reached")
            self.assertGreater(entry["statistics"]["states"], 100)

    def test_depth(self):
        report, code = check(COUNTER, "--as-written", "--max-depth", 3, "--reach", "x == 3", "--reach", "x == 1", "--ltl", "G F P.a")
        self.assertEqual(([entry["verdict"] for entry in report["properties"]], code), (["unknown", "unknown", "violated"], 3))
        self.assertEqual(report["properties"][1]["reason"], "the depth limit was reached")

    def test_time(self):
        start = time.monotonic()
        report, code = check(LARGE, "--por", "none", "--max-time", 0.2, "--ltl", "G x0 < 41", "--invariant", "x0 < 41")
        self.assertLess(time.monotonic() - start, 30)
        self.assertEqual(([entry["reason"] for entry in report["properties"]], code),
                         (["the time limit was reached", "not begun: the time limit was reached"], 3))
        self.assertGreater(report["properties"][0]["statistics"]["states"], 100)

    def test_reduction_where_it_saves_time(self):
        # Nothing depends on anything: a full search would not end, and one reduced by each method of `check` has few states.
        report, code = check(LARGE, "--invariant", "x0 < 41", "--ltl", "G x0 < 41")
        self.assertEqual(([entry["verdict"] for entry in report["properties"]], code), (["holds"] * 2, 0))
        for entry in report["properties"]:
            self.assertEqual(entry["reduction"]["method"], "stubborn")
            self.assertLess(entry["statistics"]["states"], 100_000)
        # Few states: not reduced.
        report, _ = check(COUNTER, "--invariant", "x < 100")
        self.assertNotIn("reduction", report["properties"][0])

    def test_memory(self):
        report, code = check(LARGE, "--por", "none", "--max-memory", "30M", "--invariant", "x0 < 41", "--ltl", "G x0 < 41")
        self.assertEqual(([entry["reason"] for entry in report["properties"]], code), (["the memory limit was reached"] * 2, 3))
        self.assertLess(report["properties"][0]["statistics"]["peak_rss"], 100 << 20)

    def test_shapes(self):
        for option, value in (("--max-memory", "much"), ("--max-memory", "0"), ("--max-states", "0"), ("--max-depth", "-1"),
                              ("--max-time", "x")):
            self.expect(run("check", "-", option, value, text=COUNTER), 2, stderr=option)

    def test_interrupt(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            with Model(LARGE) as path:
                with subprocess.Popen([PROGRAM, "check", path, "--por", "none", "--reach", "x0 == 1", "--invariant", "x0 < 41", "--progress",
                                       "json"],
                                      stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment()) as child:
                    first = child.stderr.readline()  # comes after a second: the search is under way
                    child.send_signal(number)
                    out, _ = child.communicate(timeout=60)
            self.assertGreater(json.loads(first)["states"], 0)
            self.assertEqual(child.returncode, 3, out)
            self.assertIn("reached after 1 step", out)
            self.assertRegex(out, r"unknown +invariant x0 < 41 +bfs +\d")
            self.assertIn("interrupted", out)

    def test_progress(self):
        done = run("check", "-", "--por", "none", "--progress", "json", "--max-time", 2.5, "--ltl", "G x0 < 41", text=LARGE)
        lines = [json.loads(line) for line in done.stderr.splitlines()]
        self.assertGreaterEqual(len(lines), 1)
        for line in lines:
            self.assertEqual(list(line), ["states", "expanded", "post_calls", "transitions", "depth", "memory", "seconds", "property",
                                          "number", "of"])
            self.assertGreater(line["states"], 0)
        self.assertEqual(run("check", "-", "--por", "none", "--progress", "line", "--max-time", 1.5, "--ltl", "G x0 < 41",
                             text=LARGE).stderr, "")

    def test_the_line_of_progress_fits_the_terminal(self):
        for width in (70, 80, 140):
            master, slave = pty.openpty()
            fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 25, width, 0, 0))
            with Model(LARGE) as path:
                subprocess.run([PROGRAM, "check", path, "--por", "none", "--ltl", "G (x0 < 41 && x1 < 41 && x2 < 41)", "--invariant",
                                "x0 < 41", "--max-time", "1.6"],
                               stdout=subprocess.DEVNULL, stderr=slave, env=environment(), timeout=60)
            os.set_blocking(master, False)  # a program that shows nothing is an error, and not waited for
            line = os.read(master, 4096).decode().split("\r\x1b[K")[1]
            os.close(slave)
            os.close(master)
            self.assertLess(len(line), width)
            self.assertRegex(line, r"^1 of 2( G .*)?: [\d,]+ states, depth [\d,]+, [\d,]+/s, [\d.]+ [MG]B$")
            self.assertEqual("x2 < 41" in line, width == 140, line)

    def test_closed_pipe(self):
        with subprocess.Popen([PROGRAM, "check", "-", "--reach", "x0 == 40", "--state"], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment()) as child:
            child.stdout.close()
            child.stdin.write(grid(2, 40))
            child.stdin.close()
            self.assertEqual((child.wait(timeout=60), child.stderr.read()), (3, ""))


class Input(CheckCase):
    def test_files_that_are_none(self):
        self.expect(run("check", "no/such.dve"), 2, stderr="no/such.dve: error: cannot open: No such file")
        self.expect(run("check", "model.txt"), 2, stderr="model.txt: error: cannot open: No such file")
        self.expect(run("check", "-", text=""), 2, stderr="<stdin>:1:1: error: the text is empty")
        with tempfile.TemporaryDirectory(suffix=".dve") as folder:
            self.expect(run("check", folder), 2, stderr="error: no model in this folder")
        with Model(bytes(range(256)) * 10) as path:
            self.expect(run("check", path), 2, stderr="model.dve:1:1: error:")
        if os.geteuid() != 0:
            with Model(COUNTER) as path:
                path.chmod(0)
                self.expect(run("check", path), 2, stderr="cannot open")

    def test_a_mistake_in_the_model(self):
        self.expect(run("check", "-", text=COUNTER.replace("x < 3", "y < 3")), 2,
                    stderr="<stdin>:5:24: error: there is no variable 'y' (did you mean 'x'?)\n"
                           "    trans a -> b { guard y < 3; effect x = x + 1; }, b -> a { };\n"
                           "                         ^\n")

    def test_a_mistake_in_a_formula(self):
        for formula, message in [
            ("G F Q.a", "--ltl:1:5: error: there is no process 'Q' (did you mean 'P'?)\n  G F Q.a\n      ^\n"),
            ("P.a -> F P.zzz", "--ltl:1:12: error: process 'P' has no state 'zzz'\n  P.a -> F P.zzz\n             ^\n"),
            ('P.a U "x  == y"', "--ltl:1:14: error: there is no variable 'y' (did you mean 'x'?)\n  P.a U \"x  == y\"\n               ^\n"),
            ("P.a &&\nF P.c", "--ltl:2:5: error: process 'P' has no state 'c'"),
            ("G (P.a", "--ltl:1:"),
            ("", "--ltl:1:1: error:"),
        ]:
            self.expect(run("check", "-", "--ltl", formula, text=COUNTER), 2, stderr=message)

    def test_a_mistake_in_an_expression(self):
        for option in ("--reach", "--invariant"):
            self.expect(run("check", "-", option, "x == 1 &&", text=COUNTER), 2,
                        stderr=f"{option}:1:10: error: expected an expression, found the end of the text\n  x == 1 &&\n           ^\n")
        done = self.expect(run("check", "-", "--reach", "y", "--invariant", "Q.a", "--ltl", "F z", text=COUNTER), 2)
        self.assertEqual(done.stderr.count("error:"), 3)
        self.assertEqual(done.stdout, "")

    def test_usage(self):
        for arguments, message in [
            ([], "MODEL is required"),
            (["-", "--algorithm", "sse"], "--algorithm: no algorithm 'sse' (did you mean 'se'?)"),
            (["-", "--algorithm", "zzzz"], "there is auto, cvwy, hpy"),
            (["-", "--minimize", "min-bsf"], "did you mean 'min-bfs'?"),
            (["-", "--minimize", "min-bfs", "--algorithm", "se"], "--minimize: chooses its own search"),
            (["-", "--search", "best"], "--search: no order 'best'"),
            (["-", "--deadlok"], "did you mean '--deadlock'?"),
            (["-", "--overflow", "no"], "no way to treat overflows 'no'"),
        ]:
            self.expect(run("check", *arguments, text=COUNTER), 2, stderr=message)


class Output(CheckCase):
    def test_no_line_is_wider_than_the_page(self):
        formula = "G (P.a -> F P.b) || " + " && ".join(f"F x == {i}" for i in range(5)) + " || F " + "x+" * 60 + "x == 9"
        done = run("check", "-", "--ltl", formula, "--ltl", "F G P.a", "--deadlock", "--max-depth", 1, text=COUNTER)
        table = done.stdout.split("\n\n")[0].splitlines()
        self.assertTrue(all(len(line) <= 100 for line in table), done.stdout)
        figures = [line for line in table if line.startswith(("  verdict", "  holds", "  violated", "  unknown"))]
        self.assertEqual((len(figures), len({len(line) for line in figures})), (4, 1), done.stdout)
        end = table[1].index(" by ")
        text = "".join(line[14:end].strip() for line in table[2:])
        self.assertIn(formula.replace(" ", ""), text.replace(" ", ""))  # nothing of it is lost

    def test_a_one_state_automaton_without_sets(self):
        for algorithm in ALGORITHMS:
            if algorithm != "reach":
                self.expect(run("check", "-", "--ltl", "F P.c", "--algorithm", algorithm, text=CHOICE), 1, "and a cycle of 2")

    def test_state_and_automaton_and_figures(self):
        done = self.expect(run("check", "-", "--ltl", "F P.c", "--automaton", "--state", "--stats", text=CHOICE), 1,
                           ["HOA: v1", "initial state", "calls of post", "bytes of a state"])
        self.assertEqual(done.stderr, "")

    def test_colours(self):
        self.assertIn("\033[31mviolated", run("check", "-", "--ltl", "F P.c", "--color", "always", text=CHOICE).stdout)
        self.assertIn("\033[32mholds", run("check", "-", "--color", "always", text=CHOICE).stdout)
        self.assertNotIn("\033", run("check", "-", "--ltl", "F P.c", text=CHOICE).stdout)

    def test_json(self):
        report, _ = check(CHOICE, "--ltl", "G F P.a", "--deadlock", "--as-written")
        self.assertEqual(list(report), ["command", "version", "input", "language", "diagnostics", "properties", "engine"])
        self.assertEqual((report["command"], report["input"], report["language"]), ("check", "-", "dve"))
        violated, holds = report["properties"]
        self.assertEqual((violated["name"], violated["kind"], violated["formula"], violated["reason"]), ("ltl 1", "ltl", "G F P.a", ""))
        self.assertEqual(violated["class"], "weak")
        self.assertGreater(len(violated["lasso"]["cycle"]), 0)
        self.assertEqual((holds["name"], holds["kind"], holds["lasso"], holds["class"]), ("deadlock", "deadlock", None, None))
        self.assertEqual((holds["statistics"]["states"], holds["statistics"]["transitions"]), (3, 4))
        self.assertEqual(holds["state_bytes"], 2)  # x, and where P is

    def test_saved_runs(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "run.json")
            done = self.expect(run("check", "-", "--ltl", "F P.c", "--reach", "P.c", "--invariant", "x < 2", "--trace", path, text=CHOICE), 1)
            self.assertEqual(sorted(p.name for p in pathlib.Path(folder).iterdir()), ["run-2.json", "run.json"])
            self.assertIn(f"saved as {path}", done.stdout)
            json.loads(path.read_text(encoding="utf-8"))
            self.expect(run("check", "-", "--ltl", "F P.c", "--trace", pathlib.Path(folder, "no", "run.json"), text=CHOICE), 2,
                        "violated", "No such file")

    def test_saved_runs_can_be_replayed(self):
        """check and replay show the same run, line by line."""
        cases = [(CHOICE, ["--ltl", "F P.c"]), (CHOICE, ["--ltl", "G F P.a", "--minimize", "min-bfs"]), (CHOICE, ["--reach", "x == 1"]),
                 (COUNTER, ["--ltl", "G F P.b"]), (COUNTER, ["--deadlock"]), (COUNTER, ["--reach", "x == 0"]),
                 (OBSERVED, ["--property"]), (COUNTER.replace("byte x;", "byte x = 254;").replace("x < 3", "1"), ["--assert"])]
        for text, options in cases:
            with Model(text) as path:
                saved = path.with_name("run.json")
                shown = self.expect(run("check", path, *options, "--trace", saved), int("--reach" not in options)).stdout
                steps = shown.partition("\n\n")[2].splitlines()[1:-1]  # without the title and where it was saved
                only_check = ("`", "violated here", "at the start", "waits at", "takes no step")  # which knows why
                steps = [line for line in steps if not any(words in line for words in only_check)]
                replayed = self.expect(run("replay", path, saved), 0).stdout.splitlines()
                self.assertEqual([line for line in replayed if line in steps], steps, options)


program.main()
