# SPDX-License-Identifier: Apache-2.0
"""Searches by several threads that are ended at random moments: the exit code is right, figures are partial, nobody hangs."""

import json
import pathlib
import random
import resource
import signal
import subprocess
import tempfile

import program
from program import PROGRAM, environment, run, run_json

# 21^7 states, and no infinite run on which x0 is 20 for ever and x1 is not.
LARGE = "".join(f"byte x{i};\nprocess P{i} {{ state a; init a; trans a -> a {{ guard x{i} < 20; effect x{i} = x{i} + 1; }}; }}\n"
                for i in range(7)) + "system async;\n"
FORMULA = "(F G x0 == 20) -> (G F x1 == 20)"
SEARCHES = ("cndfs", "ufscc", "auto")
APPROXIMATE = (["--hash-compact"], ["--bitstate", "26"])  # by cndfs
SECONDS = 60  # the watchdog: nothing here takes a tenth of it


class Ended(program.Case):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.model = pathlib.Path(self.folder.name, "large.dve")
        self.model.write_text(LARGE)

    def arguments(self, search, threads, *more):
        search = ["--algorithm", search] if isinstance(search, str) else search
        return ["check", str(self.model), "--ltl", FORMULA, *search, "--threads", str(threads), "--json", *more]

    def assert_given_up(self, out, code, what):
        finding = json.loads(out)["properties"][0]
        self.assertEqual((finding["verdict"], code), ("unknown", 3), what)
        self.assertTrue(finding["reason"], what)
        return finding

    def test_interrupts(self):
        seed = 19
        draw = random.Random(seed)
        for number in range(10):
            algorithm, threads = (*SEARCHES, *APPROXIMATE)[number % 5], draw.choice((2, 3, 8))
            what = f"seed {seed}, number {number}: {algorithm}, {threads} threads"
            child = subprocess.Popen([PROGRAM, *self.arguments(algorithm, threads)], stdout=subprocess.PIPE,
                                     stderr=subprocess.PIPE, text=True, env=environment())
            self.addCleanup(child.kill)
            try:
                child.communicate(timeout=0.3 + draw.random() / 2)
                self.fail(what + ": was not interrupted")
            except subprocess.TimeoutExpired:
                child.send_signal(draw.choice((signal.SIGINT, signal.SIGTERM)))
            out, _ = child.communicate(timeout=SECONDS)
            self.assert_given_up(out, child.returncode, what)

    def test_kills(self):
        """Nobody is left behind, and nothing is written that looks like an answer."""
        draw = random.Random(20)
        for search in ("ufscc", *APPROXIMATE):
            child = subprocess.Popen([PROGRAM, *self.arguments(search, 4)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                     env=environment())
            self.addCleanup(child.kill)
            with self.assertRaises(subprocess.TimeoutExpired):
                child.communicate(timeout=0.2 + draw.random() / 2)
            child.kill()
            out, _ = child.communicate(timeout=SECONDS)  # ends when nobody holds the pipes any more
            self.assertEqual((child.returncode, out), (-signal.SIGKILL, ""))

    def test_exhausted_addresses(self):
        """The system refuses memory at some moment: what was counted until then is told."""
        seed = 21
        draw = random.Random(seed)
        for search in (*SEARCHES, APPROXIMATE[0]):  # bits fit, and a search that stores them takes minutes
            limit, threads = draw.randrange(200, 320) << 20, draw.choice((2, 4))
            what = f"seed {seed}: {search}, {threads} threads, {limit} bytes"
            child = subprocess.run([PROGRAM, *self.arguments(search, threads, "--engine", "interpreter")], capture_output=True, text=True,
                                   timeout=SECONDS, env=environment(),
                                   preexec_fn=lambda bytes=limit: resource.setrlimit(resource.RLIMIT_AS, (bytes, bytes)))
            finding = self.assert_given_up(child.stdout, child.returncode, what)
            self.assertIn("memory", finding["reason"], what)

    def test_limits(self):
        for algorithm in (*SEARCHES, *APPROXIMATE, ["--bitstate", "30"]):
            for limit in (("--max-states", "5000"), ("--max-time", "0.3"), ("--max-memory", "40M"), ("--max-depth", "20")):
                what = f"{algorithm}, {limit}"
                if limit[0] == "--max-memory" and algorithm == ["--bitstate", "26"]:
                    continue  # its bits fit
                child = subprocess.run([PROGRAM, *self.arguments(algorithm, 4, *limit)], capture_output=True, text=True,
                                       timeout=SECONDS, env=environment())
                self.assert_given_up(child.stdout, child.returncode, what)


class Answers(program.Case):
    def test_refused(self):
        for value in ("0", "10000", "-1", "two"):
            self.assertEqual(run("check", "-", "--threads", value, text=LARGE).returncode, 2, value)
        for value in ("", "0", "1,,2", "1,300"):
            self.assertEqual(run("compare", "-", "--threads", value, text=LARGE).returncode, 2, value)

    def test_what_may_vary(self):
        small = LARGE.replace("< 20", "< 3")
        for formula, code, varies in (("G F x0 == 3", 0, ["statistics"]), ("G F x0 == 1", 1, ["run", "statistics"])):
            for algorithm in SEARCHES:
                report, exit_code = run_json("check", "-", "--language", "dve", "--ltl", formula, "--algorithm", algorithm,
                                             "--threads", "3", text=small)
                finding = report["properties"][0]
                self.assertEqual((exit_code, finding["threads"], finding["may_vary"]), (code, 3, varies), algorithm)


program.main()
