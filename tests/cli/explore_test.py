# SPDX-License-Identifier: Apache-2.0
"""lariat explore: counting and drawing. The models are small enough to be worked out by hand."""

import json
import re
import shutil
import signal
import subprocess

import program
from program import PROGRAM, environment, run, run_json

# 0 -> 1 -> 2 -> 0 is a cycle; 1 -> 3, which is left for 4 (a loop) or 5 (the end). Two transitions lead from 3 to 4.
WAYS = """process P {
  state s0, s1, s2, s3, s4, s5;
  init s0;
  trans s0 -> s1 { }, s1 -> s2 { }, s2 -> s0 { }, s1 -> s3 { }, s3 -> s4 { }, s3 -> s4 { guard 1 == 1; }, s3 -> s5 { }, s4 -> s4 { };
}
system async;
"""


def grid(n, k):
    """n processes count to k each."""
    return "".join(f"byte x{i};\nprocess P{i} {{ state a; init a; trans a -> a {{ guard x{i} < {k}; effect x{i} = x{i} + 1; }}; }}\n"
                   for i in range(n)) + "system async;\n"


def explore(text, *options):
    report, code = run_json("explore", "-", *options, text=text)
    return report["statistics"], code


class Counts(program.Case):
    def test_by_hand(self):
        found, code = explore(WAYS, "--scc")
        self.assertEqual(code, 0)
        expected = {"states": 6, "transitions": 8, "post_calls": 6, "deadlocks": 1, "levels": 4, "max_out_degree": 3, "errors": 0,
                    "state_bytes": 1, "scc_count": 4, "scc_trivial": 3, "scc_terminal": 2, "scc_largest": 3}
        self.assertEqual({name: found[name] for name in expected}, expected)
        done = self.expect(run("explore", "-", "--scc", text=WAYS), 0, ["3 of one state, 2 without a way out"])
        for name, value in (("states", 6), ("transitions", 8), ("deadlocks", 1), ("levels", 4), ("components", 4), ("largest", 3)):
            self.assertRegex(done.stdout, rf"(?m)^  {name} +{value}\b")

    def test_grids(self):
        """(k+1)^n states; each coordinate can be raised in k of k+1 cases; n*k steps lead to the end."""
        for n, k in ((1, 5), (2, 9), (3, 4), (4, 3)):
            found, _ = explore(grid(n, k), "--scc")
            states = (k + 1) ** n
            expected = {"states": states, "transitions": n * k * (k + 1) ** (n - 1), "deadlocks": 1, "levels": n * k + 1,
                        "max_out_degree": n, "scc_count": states, "scc_trivial": states, "scc_terminal": 1, "scc_largest": 1}
            self.assertEqual({name: found[name] for name in expected}, expected, (n, k))

    def test_any_order_finds_the_same(self):
        names = ["states", "transitions", "deadlocks", "max_out_degree", "scc_count", "scc_largest"]
        for text in (WAYS, grid(3, 4)):
            first = explore(text, "--scc")[0]
            for options in (["--search", "dfs"], ["--search", "bfs"], ["--order", 7], ["--order", 8, "--search", "dfs"]):
                found = explore(text, "--scc", *options)[0]
                self.assertEqual({name: found[name] for name in names}, {name: first[name] for name in names}, options)
                self.assertEqual(found["levels"], 0 if "dfs" in options else first["levels"])
        self.assertEqual(explore(grid(1, 9), "--search", "dfs")[0]["max_depth"], 10)

    def test_errors(self):
        text = "byte x = 254;\nprocess P { state s; init s; trans s -> s { effect x = x + 1; }; }\nsystem async;\n"
        found, code = explore(text)  # 254, 255, the error state
        self.assertEqual((found["states"], found["transitions"], found["errors"], code), (3, 2, 1, 1))
        self.expect(run("explore", "-", text=text), 1, "`lariat check --assert` shows one")
        self.assertEqual(explore(text, "--overflow", "wrap")[0]["states"], 256)


class Limits(program.Case):
    def test_each(self):
        for options, reason in [(["--max-states", 500], "the limit of states was reached"),
                                (["--max-depth", 5], "the depth limit was reached"),
                                (["--max-time", 0.3], "the time limit was reached"),
                                (["--max-memory", "30M"], "the memory limit was reached")]:
            for order in ("bfs", "dfs"):
                report, code = run_json("explore", "-", *options, "--search", order, "--scc", text=grid(6, 40))
                self.assertEqual((report["complete"], report["reason"], code), (False, reason, 3), (options, order))
                self.assertGreater(report["statistics"]["states"], 5)
                self.assertNotIn("scc_count", report["statistics"])
        self.expect(run("explore", "-", "--max-states", 500, text=grid(6, 40)), 3,
                    ["incomplete", "the limit of states was reached; what follows is a part", " 500\n"])

    def test_a_limit_that_is_not_reached(self):
        self.assertEqual(explore(WAYS, "--max-states", 6, "--max-depth", 6, "--max-time", 100, "--max-memory", "10G")[1], 0)

    def test_interrupt(self):
        with subprocess.Popen([PROGRAM, "explore", "-", "--progress", "json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, env=environment()) as child:
            child.stdin.write(grid(6, 40))
            child.stdin.close()
            first = json.loads(child.stderr.readline())
            child.send_signal(signal.SIGINT)
            out = child.stdout.read()
            self.assertEqual(child.wait(timeout=60), 3, out)
        self.assertIn("interrupted; what follows is a part", out)
        self.assertGreaterEqual(int(re.search(r"(?m)^  states +([\d,]+)", out).group(1).replace(",", "")), first["states"])


class Drawings(program.Case):
    def test_dot(self):
        out = self.expect(run("explore", "-", "--dot", "--define", 'odd=P.s1 || P.s3', text=WAYS), 0).stdout
        self.assertEqual(len(re.findall(r"(?m)^  \d+ \[label=", out)), 6)
        self.assertEqual(len(re.findall(r"(?m)^  \d+ -> \d+ \[label=", out)), 8)
        self.assertEqual(out.count("(odd)"), 2)
        self.assertEqual(out.count("peripheries=2"), 1)  # where runs end
        if shutil.which("dot"):
            drawn = subprocess.run(["dot", "-Tsvg"], input=out, capture_output=True, text=True, timeout=60)
            self.assertEqual((drawn.returncode, drawn.stderr), (0, ""))
            self.assertEqual(drawn.stdout.count('class="node"'), 7)  # and where it starts
            self.assertEqual(drawn.stdout.count('class="edge"'), 9)

    def test_no_drawing_of_too_much(self):
        text = grid(3, 20)
        done = self.expect(run("explore", "-", "--dot", text=text), 3, stderr="--full makes it all the same")
        self.assertEqual(done.stdout, "")
        self.assertEqual(self.expect(run("explore", "-", "--dot", "--full", text=text), 0).stdout.count("peripheries=2"), 1)
        self.expect(run("explore", "-", "--dot", "--max-states", 10, text=text), 3, stderr="the limit of states was reached")

    def test_hoa(self):
        """The automaton has the runs of the model, so that formulas can be asked of it; a run that ends repeats its last state."""
        define = ["--define", "odd=P.s1 || P.s3", "--define", "end=P.s5"]
        out = self.expect(run("explore", "-", "--hoa", *define, text=WAYS), 0).stdout
        report, _ = run_json("scc", "-", text=out)
        self.assertEqual(report["automata"][0]["states"], 6)
        self.assertEqual(report["automata"][0]["transitions"], 9)
        self.assertEqual(report["automata"][0]["components"]["count"], 4)
        self.expect(run("empty", "-", text=out), 1, "cycle")
        self.assertEqual(len(re.findall(r"(?m)^\[0&!1\]", out)), 5)   # one from s1 to each of s2, s3, three from s3
        self.assertEqual(len(re.findall(r"(?m)^\[!0&1\]", out)), 1)   # from s5 to itself

    def test_usage(self):
        self.expect(run("explore", "-", "--dot", "--hoa", text=WAYS), 2, stderr="--dot: not with --hoa")
        self.expect(run("explore", "-", "--dot", "--json", text=WAYS), 2, stderr="--dot: alone: not with --scc or --json")
        self.expect(run("explore", "-", "--define", "p=P.s0", text=WAYS), 2, stderr="--define: is for --dot and --hoa")
        self.expect(run("explore", "-", "--hoa", "--define", "p=P.s9", text=WAYS), 2, stderr="--define p:1:3: error: process 'P' has no state 's9'")


class Input(program.Case):
    def test_bad_models(self):
        self.expect(run("explore", "no/such.dve"), 2, stderr="no/such.dve: error: cannot open: No such file")
        self.expect(run("explore", "-", text=""), 2, stderr="<stdin>:1:1: error: the text is empty")
        self.expect(run("explore", "-", text=WAYS.replace("s4 ->", "s9 ->")), 2, stderr="<stdin>:4:")
        self.expect(run("explore"), 2, stderr="MODEL is required")

    def test_json(self):
        report, _ = run_json("explore", "-", text=WAYS)
        self.assertEqual(list(report), ["command", "version", "input", "language", "complete", "engine", "statistics"])
        for name in ("states", "transitions", "deadlocks", "levels", "state_bytes", "store_bytes", "peak_rss", "seconds"):
            self.assertIsInstance(report["statistics"][name], (int, float))


program.main()
