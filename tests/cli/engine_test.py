#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""--engine and --no-cache: the answers do not depend on them, and whatever is wrong with the cache does no harm."""

import json
import os
import pathlib
import resource
import signal
import subprocess
import tempfile
import time

import program
from program import PROGRAM, ROOT, run, run_json

PETERSON = str(ROOT / "models/dve/peterson.dve")
FISCHER = str(ROOT / "models/bench/fischer_7.pml")
PRIORITIES = str(ROOT / "tests/promela/corpus/priority_static.pml")


class Engine(program.Case):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        os.environ["LARIAT_CACHE_DIR"] = self.folder.name
        self.is_there = run_json("explore", PETERSON, "--engine", "native")[0]["engine"]["name"] == "native"

    def tearDown(self):
        del os.environ["LARIAT_CACHE_DIR"]
        self.folder.cleanup()

    def need_llvm(self):
        if not self.is_there:
            self.skipTest("no LLVM; scripts/setup installs it")

    def files(self):
        return sorted(pathlib.Path(self.folder.name).iterdir())

    def test_answers_do_not_depend_on_it(self):
        for model, options in ((PETERSON, ["--ltl", "G F P_0.critical", "--ltl", "G !(P_0.critical && P_1.critical)"]),
                               (str(ROOT / "models/promela/philosophers.pml"), [])):
            reports = [run_json("check", model, *options, "--engine", engine, "--no-cache")[0] for engine in ("interpreter", "native", "auto")]
            for report in reports:
                for one in report["properties"]:
                    for statistic in ("seconds", "peak_rss"):
                        one["statistics"].pop(statistic, None)
                self.assertEqual(report["properties"], reports[0]["properties"])

    def test_small_models_load_nothing(self):
        report, _ = run_json("explore", PETERSON)
        self.assertEqual(report["engine"], {"name": "interpreter"})
        def libraries(*arguments):
            """What the dynamic linker says about the libraries that each process looks for: this one's, and those of others."""
            with tempfile.TemporaryDirectory() as folder:
                environment = {**os.environ, "LD_DEBUG": "libs", "LD_DEBUG_OUTPUT": folder + "/libraries"}
                process = subprocess.Popen([PROGRAM, *arguments], stdout=subprocess.DEVNULL, env=environment)
                process.wait(timeout=60)
                own = pathlib.Path(folder, f"libraries.{process.pid}").read_text()
                return own, "".join(path.read_text() for path in pathlib.Path(folder).iterdir() if not path.name.endswith(f".{process.pid}"))

        for arguments in (["explore", PETERSON], ["--help"]):
            own, others = libraries(*arguments)
            self.assertNotIn("libLLVM", own)
            self.assertEqual(others, "")
        own, others = libraries("explore", PETERSON, "--engine", "native", "--no-cache")
        self.assertNotIn("libLLVM", own)  # it may end its process
        self.assertIn("libLLVM", others)

    def test_says_why_not(self):
        result = run("explore", PRIORITIES, "--engine", "native")
        if self.is_there:
            self.assertIn("cannot be compiled: priorities", result.stderr)
        self.assertIn("states", result.stdout)

    def test_cache(self):
        self.need_llvm()
        self.assertEqual(len(self.files()), 1)
        report, _ = run_json("explore", PETERSON, "--engine", "native")
        self.assertTrue(report["engine"]["cached"])
        report, _ = run_json("explore", PETERSON, "--engine", "native", "--no-cache")
        self.assertFalse(report["engine"]["cached"])
        self.assertEqual(len(self.files()), 1)

    def test_damaged_and_forbidden_caches(self):
        self.need_llvm()
        file = self.files()[0]
        whole = file.read_bytes()
        for content in (b"", whole[:20], whole[:-1], whole[:100] + b"?" + whole[101:]):
            file.write_bytes(content)
            report, _ = run_json("explore", PETERSON, "--engine", "native")
            self.assertEqual((report["engine"]["name"], report["engine"]["cached"]), ("native", False))
            self.assertEqual(file.read_bytes(), whole)
        for place in ("/proc/nowhere", "/dev/null", "/dev/full/x"):
            os.environ["LARIAT_CACHE_DIR"] = place
            report, _ = run_json("explore", PETERSON, "--engine", "native")
            self.assertEqual(report["engine"]["name"], "native", place)

    def test_caches_that_are_not_safe(self):
        self.need_llvm()
        cache = pathlib.Path(self.folder.name)
        file = self.files()[0]
        whole = file.read_bytes()

        def expect_note(why, directory=self.folder.name):
            os.environ["LARIAT_CACHE_DIR"] = directory
            result = run("explore", PETERSON, "--engine", "native", "--json")
            report = json.loads(result.stdout)
            self.assertEqual((report["engine"]["name"], report["engine"]["cached"]), ("native", False))
            self.assertIn(why, report["engine"]["note"])
            self.assertEqual(result.stderr.count("note:"), 1, result.stderr)
            self.assertEqual(report["statistics"]["states"], states)

        states = run_json("explore", PETERSON, "--engine", "interpreter")[0]["statistics"]["states"]
        cache.chmod(0o777)
        expect_note("other users may write")
        cache.chmod(0o700)
        file.chmod(0o620)
        expect_note("other users may write")
        file.unlink()
        os.mkfifo(file, 0o600)
        expect_note("not a regular file")
        file.unlink()
        file.symlink_to("/etc/passwd")
        expect_note("link")
        file.unlink()
        file.mkdir()
        expect_note("not a regular file")
        file.rmdir()
        file.write_bytes(whole)
        expect_note("not absolute", "cache")
        if os.geteuid() == 0:
            os.chown(file, 12345, 12345)
            file.chmod(0o600)
            expect_note("another user")
            os.chown(file, 0, 0)
        # The code of another model under this one's name.
        os.environ["LARIAT_CACHE_DIR"] = self.folder.name
        run_json("explore", str(ROOT / "models/dve/bakery.dve"), "--engine", "native")
        other = [path for path in self.files() if path != file][0]
        other.rename(file)
        expect_note("another model")
        self.assertEqual(file.read_bytes(), whole)  # its own file, which may be replaced

    def test_files_that_become_too_large(self):
        self.need_llvm()
        self.files()[0].unlink()
        for size in (100, 20000):
            result = subprocess.run([PROGRAM, "explore", PETERSON, "--engine", "native", "--json"], capture_output=True, text=True, timeout=60,
                                    preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)))
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertGreater(json.loads(result.stdout)["statistics"]["states"], 0)
            self.assertEqual([path.name for path in self.files() if not path.name.endswith(".code")], [])

    def test_many_at_once(self):
        self.need_llvm()
        self.files()[0].unlink()
        command = [PROGRAM, "explore", PETERSON, "--engine", "native", "--json"]
        runs = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(6)]
        outputs = {run.communicate()[0].split('"states":')[1].split(",")[0] for run in runs}
        self.assertEqual(len(outputs), 1)
        self.assertEqual([run.returncode for run in runs], [0] * 6)
        self.assertEqual(len(self.files()), 1)

    def test_ends_at_once_when_interrupted(self):
        for engine in ("native", "auto"):
            child = subprocess.Popen([PROGRAM, "explore", FISCHER, "--engine", engine, "--no-cache", "--progress", "none"],
                                     stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            time.sleep(0.2)
            child.send_signal(signal.SIGINT)
            start = time.monotonic()
            output, errors = child.communicate(timeout=60)
            self.assertLess(time.monotonic() - start, 20)
            self.assertEqual(child.returncode, 3, errors)
            self.assertIn("interrupted", output)

    def test_limits(self):
        result = run("explore", FISCHER, "--engine", "auto", "--max-time", "0.3", "--progress", "none")
        self.assertEqual(result.returncode, 3)
        self.assertIn("time", result.stdout)


program.main()
