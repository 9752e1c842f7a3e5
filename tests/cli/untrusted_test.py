# SPDX-License-Identifier: Apache-2.0
"""--untrusted: the same answers, from a process that can open and start nothing (tests/base/sandbox_test.cpp tries to)."""

import json
import os
import pathlib
import subprocess
import tempfile
import time

import program
from program import GENERAL, PROGRAM, ROOT, environment, run, run_json

MODELS = ROOT / "models"


def figures(found):
    """What must not change."""
    return [(p["name"], p["verdict"], p["statistics"]["states"], p["statistics"]["transitions"]) for p in found["properties"]]


class Untrusted(program.Case):
    def test_same_answers(self):
        models = sorted([*(MODELS / "promela").glob("*.pml"), *(MODELS / "dve").glob("*.dve")])
        self.assertGreater(len(models), 30)
        compared = 0
        for model in models:
            plain, code = run_json("check", model, "--engine", "interpreter", "--max-states", "20000")
            done = run("check", model, "--untrusted", "--max-states", "20000", "--json")
            self.assertEqual((done.returncode, done.stderr), (code, ""), model)
            self.assertEqual(figures(json.loads(done.stdout)), figures(plain), model)
            compared += 1
        self.assertEqual(compared, len(models))

    def test_all_ways_to_search(self):
        model = MODELS / "dve" / "peterson.dve"
        for options in (["--threads", "2"], ["--por", "stubborn"], ["--bitstate", "20"], ["--store", "tree"], ["--progress", "json"],
                        ["--scc"], ["--dot"], ["--search", "dfs"]):
            plain = run("explore", model, *options)
            done = run("explore", model, *options, "--untrusted")
            self.assertEqual((done.returncode, done.stderr), (plain.returncode, plain.stderr), options)

    def test_files_that_are_written(self):
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder, "m.pml")
            source.write_text("byte x; active proctype P() { x = 1; printf(\"hi\\n\"); assert(x == 0) }\n")
            trace, trail = pathlib.Path(folder, "run.json"), pathlib.Path(folder, "run.trail")
            trace.write_text("what was there before, and longer than a run " * 1000)
            done = run("check", source, "--untrusted", "--trace", trace, "--trail", trail)
            self.expect(done, 1, ["saved as"])
            for saved in (trace, trail):
                done = run("replay", source, saved, "--untrusted")
                self.expect(done, 0, ["x = 1"])
                self.expect(run("simulate", source, "--follow", saved, "--untrusted"), 1, ["error"])
            done = run("simulate", source, "--untrusted", "--trace", trace)
            self.assertEqual(json.loads(trace.read_text())["run_format"], 1)
            done = run("check", source, "--untrusted", "--trace", pathlib.Path(folder, "none", "x"))
            self.expect(done, 2)
            self.assertIn("cannot write", done.stderr)

    def test_automata_and_formulas(self):
        self.expect(run("empty", "-", "--untrusted", text=GENERAL), run("empty", "-", text=GENERAL).returncode)
        files = sorted((MODELS / "hoa").glob("*.hoa"))
        plain = run("empty", *files)
        done = run("empty", *files, "--untrusted")
        self.assertEqual((done.returncode, done.stderr), (plain.returncode, plain.stderr))
        self.expect(run("empty", "/nowhere", "--untrusted"), 2)
        with tempfile.TemporaryDirectory() as folder:
            formulas = pathlib.Path(folder, "f.txt")
            formulas.write_text("G F a\nF G b\n")
            plain = run("ltl", "a U b", "-F", formulas, "--format", "hoa")
            self.assertEqual(run("ltl", "a U b", "-F", formulas, "--format", "hoa", "--untrusted").stdout, plain.stdout)
        self.expect(run("ltl", "a", "--format", "svg", "--untrusted"), 2)

    def test_native_code_is_refused(self):
        done = run("check", MODELS / "dve" / "peterson.dve", "--untrusted", "--engine", "native")
        self.expect(done, 2)
        self.assertIn("--engine", done.stderr)
        with tempfile.TemporaryDirectory() as folder:
            run("check", MODELS / "bench" / "peterson_n_5.pml", "--untrusted", "--max-time", "2",
                env=environment(LARIAT_CACHE_DIR=folder))
            self.assertEqual(os.listdir(folder), [])

    def test_limits_hold(self):
        model = MODELS / "bench" / "philosophers_9.pml"
        start = time.monotonic()
        done = run("explore", model, "--untrusted", "--max-time", "0.3")
        self.expect(done, 3, ["incomplete"])
        self.assertLess(time.monotonic() - start, 20)
        done = run("explore", model, "--untrusted", "--max-memory", "20M", "--max-time", "30")
        self.expect(done, 3, ["incomplete"])

    def test_reading_is_limited(self):
        """An input that never comes: the time counts from the beginning."""
        start = time.monotonic()
        process = subprocess.Popen([PROGRAM, "empty", "-", "--untrusted", "--max-time", "1"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, env=environment())
        process.wait(timeout=30)
        self.assertLess(time.monotonic() - start, 20)
        self.assertEqual(process.returncode, 3)
        for pipe in (process.stdin, process.stdout, process.stderr):
            pipe.close()

    def test_model_is_read_inside(self):
        """While a reader waits for its model, the process is confined already; files that the model includes are still found."""
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "part.h").write_text("byte x;\n")
            source = pathlib.Path(folder, "m.pml")
            os.mkfifo(source)
            process = subprocess.Popen([PROGRAM, "check", str(source), "--untrusted", "--max-time", "20"], text=True,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment())
            try:
                seen = ""
                for _ in range(200):
                    time.sleep(0.05)
                    seen = pathlib.Path(f"/proc/{process.pid}/status").read_text()
                    if "Seccomp:\t2" in seen:
                        break
                self.assertIn("NoNewPrivs:\t1", seen)
                self.assertIn("Seccomp:\t2", seen)
                source.write_text("#include \"part.h\"\nactive proctype P() { x = 1; assert(x == 0) }\n")
                out, err = process.communicate(timeout=60)
                self.assertEqual((process.returncode, err), (1, ""), out)
            finally:
                process.kill()
                process.communicate()

    def test_kernel_is_closed(self):
        """The kernel says so of a running process: no new privileges, and a filter."""
        process = subprocess.Popen([PROGRAM, "explore", str(MODELS / "bench" / "philosophers_9.pml"), "--untrusted", "--max-time", "20", "--threads", "2"],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment())
        try:
            for _ in range(200):
                time.sleep(0.05)
                tasks = [pathlib.Path(task, "status").read_text() for task in pathlib.Path(f"/proc/{process.pid}/task").iterdir()]
                if len(tasks) > 1 and "Seccomp:\t2" in tasks[0]:
                    break
            for status in tasks:
                self.assertIn("NoNewPrivs:\t1", status)
                self.assertIn("Seccomp:\t2", status)
        finally:
            process.kill()
            process.communicate()


program.main()
