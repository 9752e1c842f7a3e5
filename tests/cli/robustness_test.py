# SPDX-License-Identifier: Apache-2.0
"""Behaviour in adverse conditions: bad files, closed pipes, full disks, signals, no memory."""

import fcntl
import json
import os
import pathlib
import pty
import re
import resource
import select
import signal
import struct
import subprocess
import tempfile
import termios
import time

import program
from program import DEAD, GENERAL, LOOP, MODELS, PROGRAM, hoa, run

GFA = MODELS / "gfa.hoa"


class Input(program.Case):
    def test_files_that_are_none(self):
        with tempfile.TemporaryDirectory() as folder:
            self.expect(run("empty", folder), 2, stderr="directory")
            void = pathlib.Path(folder, "void.hoa")
            void.write_bytes(b"")
            self.expect(run("empty", void), 2, stderr=f"error: no automaton in {void}")
            rubbish = pathlib.Path(folder, "rubbish.hoa")
            rubbish.write_bytes(bytes(range(256)) * 40)
            self.expect(run("empty", rubbish), 2, stderr="rubbish.hoa:1:1: error:")
            if os.geteuid() != 0:
                secret = pathlib.Path(folder, "secret.hoa")
                secret.write_text(LOOP, encoding="utf-8")
                secret.chmod(0)
                self.expect(run("empty", secret), 2, stderr="cannot open")
        self.expect(run("empty", "no/such/file.hoa"), 2, stderr="no/such/file.hoa: error: cannot open: No such file")
        self.expect(run("empty", "-", text=LOOP[:60]), 2, stderr="error:")
        self.expect(run("empty", "-", text=hoa({0: [("(" * 10000 + "t" + ")" * 10000, 0)]}, marks={0: [0]})), 1)

    def test_closed_standard_input(self):
        self.expect(run("empty", "-", preexec_fn=lambda: os.close(0)), 2, stderr="<stdin>: error: cannot read")

    def test_every_command_refuses_rubbish(self):
        for command in ("empty", "compare", "scc"):
            for extra in ([], ["--json"]):
                self.expect(run(command, "-", *extra, text="HOA: v1\n\0\0"), 2, stderr="<stdin>:2:1: error:")


class Usage(program.Case):
    def test_messages(self):
        for arguments, message in [
            ([], "usage: lariat"),
            (["emtpy"], "no command 'emtpy' (did you mean 'empty'?)"),
            (["frobnicate"], "no command 'frobnicate'"),
            (["empty"], "FILE is required"),
            (["empty", "--algorithm", "asc", "x"], "no algorithm 'asc' (did you mean 'ascc'?)"),
            (["empty", "--algorithm", "quux", "x"], "no algorithm 'quux'; there is auto, "),
            (["empty", "--algorithm"], "--algorithm"),
            (["empty", "--minimize", "min-bsf", "x"], "did you mean 'min-bfs'?"),
            (["empty", "--minimise", "x"], "no option '--minimise' (did you mean '--minimize'?)"),
            (["empty", "--max-time", "nan", "x"], "'nan' is not a number from"),
            (["empty", "--max-time", "inf", "x"], "'inf' is not a number from"),
            (["empty", "--max-time", "-1", "x"], "'-1' is not a number from"),
            (["empty", "--max-length", "0", "x"], "'0' is not a whole number from 1"),
            (["empty", "--color", "blue", "x"], "'blue'"),
            (["random", "--states", "-1"], "'-1' is not a whole number from 1"),
            (["random", "--states", "0"], "'0' is not a whole number from 1"),
            (["random", "--states", "1e9"], "'1e9' is not a whole number"),
            (["random", "--states", "99999999999999999999"], "is not a whole number"),
            (["random", "--degree", "nan"], "'nan' is not a number"),
            (["random", "--degree", "-0.5"], "'-0.5' is not a number"),
            (["random", "--states", "4000000000", "--degree", "1000"], "states times degree"),
            (["random", "--accepting", "1.01"], "'1.01' is not a number from 0 to 1"),
            (["random", "--sets", "65"], "'65' is not a whole number from 0 to 64"),
            (["random", "--states", "3", "--initial", "4"], "more initial states than states"),
            (["random", "what"], "unexpected argument 'what'"),
            (["--verson"], "did you mean '--version'?"),
        ]:
            with self.subTest(arguments=arguments):
                done = self.expect(run(*arguments), 2, stderr=message)
                self.assertEqual(done.stdout, "")

    def test_odd_arguments(self):
        for arguments in (["\033[31m"], ["empty", "\xff\x00"[:1]], ["empty", ""], [""], ["--"], ["empty", "--algorithm="]):
            with self.subTest(arguments=arguments):
                done = self.expect(run(*arguments), 2)
                self.assertNotIn("\033", done.stderr)


class Output(program.Case):
    def test_full_disk(self):
        for arguments in (["empty", GFA], ["empty", "--json", GFA], ["compare", GFA], ["scc", GFA], ["random"],
                          ["random", "--states", 100000], ["algorithms"], ["--help"], ["--version"]):
            with self.subTest(arguments=arguments), open("/dev/full", "w", encoding="utf-8") as full:
                self.expect(run(*arguments, stdout=full), 2, stderr="lariat: error: cannot write: No space left on device")

    def test_closed_output(self):
        done = run("random", preexec_fn=lambda: os.close(1))
        self.assertEqual(done.returncode, 2)
        self.assertIn("cannot write", done.stderr)

    def test_reader_that_leaves(self):
        for arguments in (["random", "--states", 100000], ["random", "--states", 10, "--count", 1000000]):
            with subprocess.Popen([PROGRAM, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
                self.assertEqual(process.stdout.readline(), b"HOA: v1\n")
                process.stdout.close()
                self.assertEqual(process.stderr.read(), b"")
                self.assertEqual(process.wait(20), 3)

    def test_closed_error_output(self):
        self.assertEqual(run("empty", "nowhere", preexec_fn=lambda: os.close(2)).returncode, 2)

    def test_colour(self):
        self.assertNotIn("\033", run("empty", GFA).stdout)
        self.assertIn("\033[31mnonempty", run("empty", "--color", "always", GFA).stdout)

    def on_terminal(self, *arguments, **environment):
        """The output of the program on a terminal."""
        leader, follower = pty.openpty()
        process = subprocess.Popen([PROGRAM, *map(str, arguments)], stdout=follower, stderr=follower,
                                   stdin=subprocess.DEVNULL, env=program.environment(**environment))
        os.close(follower)
        text = b""
        while True:
            try:
                piece = os.read(leader, 65536)
            except OSError:
                break
            if not piece:
                break
            text += piece
        os.close(leader)
        process.wait(20)
        return text.decode()

    def test_colour_on_a_terminal(self):
        self.assertIn("\033[31mnonempty", self.on_terminal("empty", GFA))
        self.assertNotIn("\033", self.on_terminal("empty", GFA, NO_COLOR="1"))
        self.assertNotIn("\033", self.on_terminal("empty", GFA, TERM="dumb"))
        self.assertNotIn("\033", self.on_terminal("empty", "--color", "never", GFA))


class Signals(program.Case):
    def start(self, *arguments):
        return subprocess.Popen([PROGRAM, *map(str, arguments)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, env=program.environment())

    def end(self, process, sent):
        process.send_signal(sent)
        done = process.wait(20)
        out, error = process.stdout.read().decode(), process.stderr.read().decode()
        for stream in (process.stdin, process.stdout, process.stderr):
            stream.close()
        return done, out, error

    def test_while_waiting_for_input(self):
        for text, code, sent in ((DEAD, 3, signal.SIGINT), (LOOP, 1, signal.SIGTERM)):
            process = self.start("empty", "-")
            process.stdin.write(text.encode())
            process.stdin.flush()
            first = process.stdout.readline()
            done, out, error = self.end(process, sent)
            self.assertEqual((done, first[:9]), (code, b"automaton"), error)
            self.assertIn("interrupted", error)

    def test_json_is_whole(self):
        process = self.start("empty", "-", "--json")
        process.stdin.write(LOOP.encode())
        process.stdin.flush()
        first = process.stdout.readline().decode()
        done, out, _ = self.end(process, signal.SIGINT)
        report = json.loads(first + out)
        self.assertEqual((done, len(report["automata"])), (1, 1))
        self.assertIn("interrupted", report["error"])

    def test_during_a_search(self):
        with tempfile.NamedTemporaryFile("w", suffix=".hoa") as file:
            file.write(program.big(1000000, sets=64))
            file.flush()

            def interrupt(process):
                ready, _, _ = select.select([process.stdout], [], [], 100)  # the name of the automaton: it is read
                self.assertTrue(ready)
                time.sleep(0.5)
                return self.end(process, signal.SIGINT)

            done, out, error = interrupt(self.start("empty", "--algorithm", "cvwy", file.name))
            self.assertEqual(done, 3, out + error)
            self.assertIn("unknown   (interrupted)", out)
            done, out, error = interrupt(self.start("compare", file.name))
            self.assertEqual(done, 3, out + error)
            self.assertIn("interrupted", out)

    def test_during_minimization(self):
        text = run("random", "--states", 30000, "--degree", 4, "--accepting", 0.0005).stdout
        with tempfile.NamedTemporaryFile("w", suffix=".hoa") as file:
            file.write(text)
            file.flush()
            process = self.start("empty", "--minimize", "min-dfs", file.name)
            ready, _, _ = select.select([process.stderr], [], [], 20)  # the first lasso
            self.assertTrue(ready)
            done, out, error = self.end(process, signal.SIGINT)
            self.assertEqual(done, 1, out + error)
            self.assertIn("interrupted: there may be a shorter lasso", out)
            self.assertIn("a lasso of ", error)
            done = run("empty", "--minimize", "min-dfs", "--max-time", 0.3, "--json", file.name)
            self.assertEqual((done.returncode, json.loads(done.stdout)["automata"][0]["complete"]), (1, False))


class EndsInOrder(program.Case):
    """Every polite signal ends a search with what was found so far."""

    def test_hang_up_during_an_exploration(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        model = pathlib.Path(folder.name, "m.pml")  # four billion states, and nothing wrong with any
        model.write_text("byte a, b, c, d; active proctype P() { do :: a++ :: b++ :: c++ :: d++ od }\n", encoding="utf-8")
        for sent in (signal.SIGHUP, signal.SIGTERM, signal.SIGINT):
            for command in (["explore", model], ["check", model, "--deadlock"]):
                process = subprocess.Popen([PROGRAM, *map(str, command), "--json", "--engine", "interpreter", "--progress", "json"],
                                           stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=program.environment())
                process.stderr.readline()  # it is searching
                process.send_signal(sent)
                out, _ = process.communicate(timeout=30)
                self.assertEqual(process.returncode, 3, (sent, command))
                found = json.loads(out)
                part = found if command[0] == "explore" else found["properties"][0]
                self.assertIn("interrupted", part["reason"])
                self.assertGreater(part["statistics"]["states"], 1000)

    def test_twice_at_once(self):
        """timeout(1) sends its signal to the process and to its group: that is one request. A later signal is another one."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        model = pathlib.Path(folder.name, "m.pml")
        model.write_text("byte a; active proctype P() { do :: a++ od }\n", encoding="utf-8")
        for sent in (signal.SIGHUP, signal.SIGTERM):
            for gap, code in ((0.03, 3), (0.6, -sent)):
                process = subprocess.Popen([PROGRAM, "simulate", model, "--steps", "1000000"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                           env=program.environment())
                waiting = -1
                while process.poll() is None:  # until the pipe is full, so that the program cannot end
                    before, waiting = waiting, struct.unpack("i", fcntl.ioctl(process.stdout, termios.FIONREAD, b"\0" * 4))[0]
                    if waiting == before > 4096:
                        break
                    time.sleep(0.2)
                process.send_signal(sent)
                time.sleep(gap)
                process.send_signal(sent)
                time.sleep(0.2)
                process.communicate(timeout=60)
                self.assertEqual(process.returncode, code, (sent, gap))

    def test_while_a_model_is_awaited(self):
        """There is nothing to show yet; the program still ends in order, whatever the command."""
        for sent in (signal.SIGHUP, signal.SIGTERM, signal.SIGINT):
            for command in (["check", "-"], ["explore", "-"], ["simulate", "-"], ["replay", "-", "/dev/null"]):
                process = subprocess.Popen([PROGRAM, *command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                           env=program.environment())
                process.stdin.write(b"byte x;\n")
                process.stdin.flush()
                status = pathlib.Path(f"/proc/{process.pid}/status")
                for _ in range(500):  # until it listens to the signal
                    caught = int(re.search(r"SigCgt:\s*(\w+)", status.read_text(encoding="utf-8")).group(1), 16)
                    if caught >> (sent - 1) & 1:
                        break
                    time.sleep(0.01)
                process.send_signal(sent)
                process.wait(timeout=30)  # its input stays open
                self.assertEqual(process.returncode, 3, (sent, command, process.stderr.read()))
                for pipe in (process.stdin, process.stdout, process.stderr):
                    pipe.close()

    def test_hang_up_that_is_ignored(self):
        """As nohup does it."""
        process = subprocess.Popen([PROGRAM, "empty", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   env=program.environment(), preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        process.stdin.write(LOOP.encode())
        process.stdin.flush()
        process.stdout.readline()
        process.send_signal(signal.SIGHUP)
        _, error = process.communicate(timeout=30)
        self.assertEqual((process.returncode, error), (1, b""))


def file_size(limit):
    def apply():
        # Python ignores SIGXFSZ; a shell does not.
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
    return apply


class WrittenFiles(program.Case):
    MODEL = "byte x; active proctype P() { do :: x < 200 -> x++ :: else -> break od; assert(false) }\n"

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.model = self.folder / "m.pml"
        self.model.write_text(self.MODEL)
        self.trace = self.folder / "run.json"

    def check(self, **options):
        return run("check", self.model, "--assert", "--trace", self.trace, **options)

    def test_file_that_may_not_grow(self):
        self.trace.write_text("old")
        done = self.check(preexec_fn=file_size(4096))
        self.expect(done, 2, ["violated"], ["cannot write: File too large"])
        self.assertEqual(self.trace.read_text(), "old")
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["m.pml", "run.json"])

    def test_output_that_may_not_grow(self):
        with open(self.folder / "out", "w", encoding="utf-8") as out:
            done = run("check", self.model, "--assert", "--full", stdout=out, preexec_fn=file_size(4096))
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("cannot write: File too large", done.stderr)

    def test_what_a_killed_writer_left_is_removed(self):
        left = self.folder / "run.json.4711-0.part"
        left.write_text("half a r")
        others = [self.folder / name for name in ("run.json.x-0.part", "run.json.part", "other.json.4711-0.part", "run.json.4711-0.parts")]
        for other in others:
            other.write_text("not ours")
        self.expect(self.check(), 1)
        self.assertFalse(left.exists())
        for other in others:
            self.assertTrue(other.exists(), other)
        self.assertEqual(json.loads(self.trace.read_text())["run_format"], 1)

    def test_what_is_being_written_is_left_alone(self):
        left = self.folder / "run.json.4711-0.part"
        with open(left, "w", encoding="utf-8") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            self.expect(self.check(), 1)
            self.assertTrue(left.exists())
        os.mkfifo(self.folder / "run.json.4712-0.part")  # must not block
        os.symlink(self.model, self.folder / "run.json.4713-0.part")
        self.expect(self.check(), 1)
        self.assertFalse(left.exists())
        self.assertTrue(self.model.exists())

    def test_reduction_without_memory_shows_its_figures(self):
        """The reduced states are there when those of the full search find no room."""
        model = program.ROOT / "models" / "bench" / "philosophers_9.pml"
        shown = 0
        for megabytes in (300, 600, 1200):
            limit = megabytes << 20
            done = run("explore", model, "--por", "stubborn", "--engine", "interpreter", "--max-states", 200000, "--json",
                       preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))
            self.assertIn(done.returncode, (0, 2, 3), (megabytes, done.stderr))
            if done.stdout:
                self.assertIn("statistics", json.loads(done.stdout))
                shown += 1
        self.assertGreater(shown, 0)


class Memory(program.Case):
    def test_none_left(self):
        cache = pathlib.Path(os.environ.get("LARIAT_BUILD_DIR") or program.ROOT / "build" / "release") / "CMakeCache.txt"
        if cache.exists() and "-fsanitize=" in cache.read_text(encoding="utf-8"):
            self.skipTest("sanitizers need more address space")

        for megabytes in (50, 70):
            done = run("explore", program.ROOT / "models" / "bench" / "philosophers_9.pml", "--search", "dfs", "--engine", "interpreter", "--json",
                       preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20)))
            report = json.loads(done.stdout)
            figures = report["statistics"]
            self.assertEqual((report["complete"], report["reason"], done.returncode), (False, "out of memory", 3))
            self.assertGreater(figures["transitions"], figures["states"])  # what was counted is not lost

        def little():
            resource.setrlimit(resource.RLIMIT_AS, (40_000_000, 40_000_000))

        # The graph fits, the copies that degeneralisation makes do not.
        text = GENERAL + program.big(100000, sets=64) + LOOP
        for extra in ([], ["--json"]):
            done = run("empty", "-", "--algorithm", "tarjan", *extra, text=program.big(600000), preexec_fn=little)
            self.expect(done, 3, stderr="out of memory")
        done = run("random", "--states", 10000000, preexec_fn=little)
        self.expect(done, 3, stderr="lariat: error: out of memory")
        done = run("empty", "-", "--algorithm", "gv", text=text, preexec_fn=little)
        self.expect(done, 1, ['"general"', "(out of memory)", '"loop"'])


program.main()
