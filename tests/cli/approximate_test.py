# SPDX-License-Identifier: Apache-2.0
"""Approximate searches: what they say of our models, against models/expected.csv."""

import csv
import json
import signal
import subprocess
import time

import program
from program import PROGRAM, ROOT, environment, grid, run, run_json

MODELS = ROOT / "models"
AMPLE = (["--bitstate", "26"], ["--hash-compact"])
TRUE = {"violated", "reachable"}


def rows():
    """The rows of models/expected.csv for small models, by model."""
    found = {}
    with open(MODELS / "expected.csv", newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if not row["model"].startswith("bench/"):
                found.setdefault(row["model"], []).append(row)
    return found


def arguments(row):
    asked = [f"--{row['kind']}"] + ([row["formula"]] if row["formula"] else [])
    for name, expression in json.loads(row["defines"] or "{}").items():
        asked += ["--define", f"{name}={expression}"]
    return asked


class NestedSearches(program.Case):
    def test_with_ample_room_they_are_those_with_exact_stores(self):
        """hpy, se and and visit the same states and produce the same successors whatever the store is."""
        for model in ("dve/peterson_property.dve", "promela/hyman.pml", "promela/mcs.pml", "promela/chang_roberts.pml", "promela/extinction_1.pml"):
            for algorithm in ("hpy", "se", "and"):
                asked = ["check", MODELS / model, "--algorithm", algorithm, "--as-written", "--vacuity", "0", "--engine", "interpreter"]
                exact, _ = run_json(*asked)
                for store in AMPLE:
                    report, _ = run_json(*asked, *store)
                    for one, other in zip(exact["properties"], report["properties"], strict=True):
                        if one["algorithm"] != algorithm:
                            continue
                        self.assertEqual(other["algorithm"], algorithm)
                        self.assertEqual(other["verdict"], {"holds": "unknown"}.get(one["verdict"], one["verdict"]))
                        for figure in ("states", "transitions", "post_calls"):
                            self.assertEqual(other["statistics"][figure], one["statistics"][figure], (model, one["name"], algorithm, figure))
        self.expect(run("check", MODELS / "promela/hyman.pml", "--algorithm", "gv", "--bitstate", "20"), 2, stderr="by se, hpy, and or cndfs")


class Verdicts(program.Case):
    def test_with_ample_room(self):
        """All states, and every violation; nothing is said to hold. Of the properties every other one is asked for."""
        violations = 0
        for i, (model, expected) in enumerate(rows().items()):
            options = AMPLE[i % 2]
            with self.subTest(model=model, options=options):
                if expected[0]["states"]:
                    report, code = run_json("explore", MODELS / model, *options)
                    self.assertEqual((code, report["statistics"]["states"]), (3, int(expected[0]["states"])))
                    self.assertFalse(report["complete"])
                    self.assertLess(report["approximation"]["missed"], 1e-3)
            for row in expected[i // 2 % 2::2]:
                with self.subTest(model=model, kind=row["kind"], formula=row["formula"], options=options):
                    report, code = run_json("check", MODELS / model, *arguments(row), *options)
                    found = report["properties"][0]
                    is_violated = row["verdict"] in TRUE
                    violations += is_violated
                    self.assertEqual((found["verdict"], code), ("violated", int(row["kind"] != "reach")) if is_violated else ("unknown", 3))
                    self.assertEqual(found["algorithm"], "se" if row["kind"] in ("ltl", "property") else "dfs")
        self.assertGreater(violations, 50)

    def test_with_little_room(self):
        """Fewer states, and no wrong violation."""
        fewer = 0
        for model, expected in rows().items():
            states = int(expected[0]["states"] or 0)
            if states < 500:
                continue
            report, _ = run_json("explore", MODELS / model, "--bitstate", "10", "--hashes", "1")
            self.assertLessEqual(report["statistics"]["states"], states)
            fewer += report["statistics"]["states"] < states
            for row in expected[::3]:
                with self.subTest(model=model, kind=row["kind"], formula=row["formula"]):
                    report, _ = run_json("check", MODELS / model, *arguments(row), "--bitstate", "10", "--hashes", "2")
                    if row["verdict"] not in TRUE:
                        self.assertEqual(report["properties"][0]["verdict"], "unknown")
        self.assertGreater(fewer, 15)

    def test_fairness(self):
        """Peterson's algorithm for n processes: starvation only if the scheduler is unfair."""
        ask = ["check", MODELS / "promela" / "peterson_n.pml", "--property", "no_starvation", "--hash-compact"]
        self.expect(run(*ask), 1, "violated")
        self.expect(run(*ask, "--fair"), 3, ["unknown", "copies of a state"])


class Threads(program.Case):
    """Several threads that share the bits or the table."""

    def test_walks(self):
        """All states are seen, each by one thread; bits that two threads set at once may count a state twice."""
        for i, (model, expected) in enumerate(rows().items()):
            states = int(expected[0]["states"] or 0)
            if states == 0:
                continue
            with self.subTest(model=model):
                report, code = run_json("explore", MODELS / model, *AMPLE[i % 2], "--threads", str(2 + i % 3))
                self.assertEqual((code, report["complete"], report["statistics"]["threads"]), (3, False, 2 + i % 3))
                if i % 2 == 1:
                    self.assertEqual(report["statistics"]["states"], states)
                self.assertTrue(states <= report["statistics"]["states"] <= states * 1.02 + 5, report["statistics"])

    def test_verdicts(self):
        """With ample room they find all that is violated, and say of nothing that it holds."""
        violations = 0
        for i, (model, expected) in enumerate(rows().items()):
            for row in expected[i // 3 % 3::3]:
                options = [*AMPLE[i % 2], "--threads", str(2 + i % 3)]
                with self.subTest(model=model, kind=row["kind"], formula=row["formula"], options=options):
                    report, code = run_json("check", MODELS / model, *arguments(row), *options)
                    found = report["properties"][0]
                    is_violated = row["verdict"] in TRUE
                    violations += is_violated
                    self.assertEqual((found["verdict"], code), ("violated", int(row["kind"] != "reach")) if is_violated else ("unknown", 3))
                    self.assertEqual(found["algorithm"], "cndfs" if row["kind"] in ("ltl", "property") else "dfs")
                    self.assertEqual((found["threads"], found["may_vary"]), (2 + i % 3, ["verdict", "run", "statistics"]))
        self.assertGreater(violations, 30)

    def test_little_room(self):
        """Collisions make threads wait for each other in vain; they notice, and nothing wrong is found."""
        for model, expected in rows().items():
            if int(expected[0]["states"] or 0) < 500:
                continue
            for row in expected[::4]:
                with self.subTest(model=model, kind=row["kind"], formula=row["formula"]):
                    report, _ = run_json("check", MODELS / model, *arguments(row), "--bitstate", "10", "--hashes", "2", "--threads", "3")
                    if row["verdict"] not in TRUE:
                        self.assertEqual(report["properties"][0]["verdict"], "unknown")

    def test_names(self):
        asked = ["check", MODELS / "promela/hyman.pml", "--ltl", "[] <> np_", "--hash-compact"]
        self.expect(run(*asked, "--algorithm", "se", "--threads", "2"), 2, stdout="se runs in one thread; with --threads, cndfs does")
        self.expect(run(*asked, "--algorithm", "cndfs"), 3, "cndfs")  # it holds, and the search is approximate


class Figures(program.Case):
    def test_text(self):
        text = grid(3, 9)
        done = self.expect(run("explore", "-", "--bitstate", "20", text=text), 3, ["approximate: ", "2^20 bits, 3 for each state"])
        self.assertRegex(done.stdout, r"(?m)^  states +1,000\b")
        self.expect(run("explore", "-", "--hash-compact", text=text), 3, ["62 bits of a hash", "less than 0.001% of the states"])
        self.expect(run("check", "-", "--deadlock", "--bitstate", "20", "--stats", text=text), 1, ["hash factor", "estimate of states missed"])

    def test_json(self):
        report, code = run_json("explore", "-", "--bitstate", "20", "--hashes", "4", text=grid(3, 9))
        self.assertEqual(code, 3)
        figures = report["approximation"]
        self.assertEqual((figures["store"], figures["bits"], figures["hashes"]), ("bitstate", 20, 4))
        self.assertAlmostEqual(figures["hash_factor"], 2**20 / 1000)
        self.assertTrue(0.0036 < figures["occupancy"] <= 4000 / 2**20, figures)
        self.assertEqual(report["statistics"]["store_bytes"], 2**17)

    def test_deep_stack(self):
        """A run of two million steps."""
        text = ("int x, y;\nprocess P { state a; init a; trans a -> a { guard y < 67; effect x = (x + 1) % 30000, y = y + (x == 0); }; }\n"
                "system async;\n")
        report, code = run_json("explore", "-", "--hash-compact", text=text)
        self.assertEqual(code, 3)
        self.assertEqual(report["statistics"]["states"], report["statistics"]["max_depth"])
        self.assertGreater(report["statistics"]["max_depth"], 1_900_000)


class Limits(program.Case):
    def test_limits(self, more=()):
        text = grid(6, 60)
        for options, reason in ((["--max-states", "1000"], "the limit of states"), (["--max-depth", "50"], "the depth limit"),
                                (["--max-time", "0.2"], "the time limit"), (["--max-memory", "40M"], "the memory limit")):
            for store in (["--bitstate", "24"], ["--hash-compact"]):
                if store[0] == "--bitstate" and options[0] == "--max-memory":
                    store = ["--bitstate", "30"]
                with self.subTest(options=options, store=store):
                    report, code = run_json("explore", "-", *options, *store, *more, text=text)
                    self.assertEqual(code, 3)
                    self.assertIn(reason, report["reason"])
                    report, code = run_json("check", "-", "--invariant", "x0 < 61", "--ltl", "G (x0 < 61)", *options, *store, *more, text=text)
                    self.assertEqual(code, 3)
                    for found in report["properties"]:
                        self.assertIn(reason, found["reason"])

    def test_limits_with_threads(self):
        self.test_limits(("--threads", "3"))

    def test_more_bits_than_memory(self):
        self.expect(run("explore", "-", "--bitstate", "44", text=grid(1, 1)), 3, "out of memory")

    def test_interruption(self):
        for threads in ("1", "4"):
            child = subprocess.Popen([PROGRAM, "explore", "-", "--bitstate", "24", "--threads", threads, "--json"], stdin=subprocess.PIPE,
                                     stdout=subprocess.PIPE, text=True, env=environment())
            child.stdin.write(grid(8, 60))
            child.stdin.close()
            time.sleep(0.5)
            child.send_signal(signal.SIGINT)
            report = json.loads(child.stdout.read())
            child.stdout.close()
            self.assertEqual((child.wait(timeout=30), report["reason"]), (3, "interrupted"))
            self.assertGreater(report["statistics"]["states"], 0)


class Usage(program.Case):
    def test_contradictions(self):
        for command, options, message in (
                ("explore", ["--bitstate", "9"], "--bitstate: '9' is not a whole number from 10 to 44"),
                ("explore", ["--bitstate", "60"], "--bitstate: '60' is not a whole number from 10 to 44"),
                ("explore", ["--hashes", "3"], "--hashes: is for --bitstate"),
                ("explore", ["--bitstate", "20", "--hashes", "17"], "--hashes: '17' is not a whole number from 1 to 16"),
                ("check", ["--bitstate", "20", "--hash-compact"], "--bitstate: not with --hash-compact"),
                ("explore", ["--hash-compact", "--scc"], "--scc: not with --bitstate or --hash-compact"),
                ("explore", ["--hash-compact", "--store", "tree"], "--store: not with"),
                ("explore", ["--hash-compact", "--dot"], "--dot: not with"),
                ("explore", ["--hash-compact", "--search", "bfs"], "--search: not with"),
                ("check", ["--hash-compact", "--search", "bfs"], "--search: not with"),
                ("check", ["--hash-compact", "--algorithm", "ascc"], "--algorithm: not with"),
                ("check", ["--hash-compact", "--minimize", "min-bfs"], "--minimize: not with"),
                ("check", ["--hash-compact", "--unreached"], "--unreached: not with")):
            self.expect(run(command, "-", *options, text=grid(1, 1)), 2, stderr=message)
        self.expect(run("check", "-", "--hash-compact", "--search", "dfs", "--algorithm", "se", text=grid(1, 1)), 3)


program.main()
