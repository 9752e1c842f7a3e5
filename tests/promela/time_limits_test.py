# SPDX-License-Identifier: Apache-2.0
"""Limits of time and signals are obeyed while a model is read, lowered, and inside a single long step."""

import os
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "cli")]
import program  # noqa: E402

LATE = 8  # seconds beyond a limit that a busy machine may take


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class TimeLimits(program.Case):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory(prefix="lariat-limits-")
        self.addCleanup(self.temporary.cleanup)
        self.folder = pathlib.Path(self.temporary.name)
        self.model = self.folder / "m.pml"

    def stops(self, seconds, *arguments):
        """The program ends soon after so many seconds, with what it has."""
        begin = time.monotonic()
        done = program.run(*arguments, "--max-time", str(seconds))
        self.assertLess(time.monotonic() - begin, seconds + LATE, done.stderr)
        self.expect(done, 3)
        self.assertIn("the time limit was reached", done.stdout + done.stderr)

    def test_while_reading(self):
        self.model.write_text("int x;\nactive proctype P() {\n" + "x = x + 1 - x * (2 + x);\n" * 1_500_000 + "skip }\n", encoding="utf-8")
        self.stops(0.1, "explore", self.model)
        self.stops(0.1, "check", self.model)

    def test_macros(self):
        doubled = "\n".join(f"#define m{i} m{i - 1}; m{i - 1}" for i in range(1, 20))
        self.model.write_text(f"int x;\n#define m0 x = x + 1\n{doubled}\nactive proctype P() {{ m19 }}\n", encoding="utf-8")
        self.stops(0.02, "explore", self.model)

    def test_labels_and_processes(self):
        count = 60_000
        self.model.write_text("int x;\nactive proctype P() {\n" + "".join(
            f"L{i}: if :: x < 3 -> goto L{i * 7919 % count} :: else fi;\n" for i in range(count)) + "skip }\n", encoding="utf-8")
        self.stops(0.1, "explore", self.model)
        self.model.write_text("".join(f"byte g{i};\nproctype P{i}() {{ byte a, b; L: a = g{i}; goto L }}\n" for i in range(count))
                              + "init { skip }\n", encoding="utf-8")
        self.stops(0.1, "explore", self.model)

    def test_a_chain_of_jumps(self):
        self.model.write_text("active proctype P() {\n" + "".join(f"L{i}: goto L{i + 1};\n" for i in range(100_000))
                              + "L100000: skip }\n", encoding="utf-8")
        self.stops(0.1, "explore", self.model)

    def test_reduction_with_many_processes(self):
        self.model.write_text("""byte x; chan c = [2] of { byte };
proctype W(byte n) { byte y; do :: x == 9 -> c!n; y = y + n; c?y :: c?eval(n) -> x = n; y-- :: y > 3 -> x = y; break od }
active proctype T() { do :: x = 1 - x od }
init { do :: run W(_nr_pr) od }\n""", encoding="utf-8")
        whole, _ = program.run_json("explore", self.model)
        for how in ("ample", "stubborn"):
            begin = processor_seconds()
            report, _ = program.run_json("explore", self.model, "--por", how)
            self.assertLess(processor_seconds() - begin, LATE)
            self.assertLessEqual(report["statistics"]["states"], whole["statistics"]["states"])
            self.assertTrue(report["complete"])
            self.assertLess(report["statistics"]["peak_rss"], 300 << 20)

    def test_a_long_d_step(self):
        self.model.write_text("""int x, y; active proctype P() {
  d_step { do :: x < 3000 -> y = 0; do :: y < 3000 -> y++ :: else -> break od; x++ :: else -> break od } }\n""", encoding="utf-8")
        self.stops(0.1, "explore", self.model, "--engine", "interpreter")
        self.stops(0.1, "check", self.model, "--engine", "interpreter")

    def test_a_fifo_that_nobody_writes_to(self):
        pipe = self.folder / "pipe.pml"
        os.mkfifo(pipe)
        self.stops(0.5, "explore", pipe)
        self.model.write_text("byte x; active proctype P() { x = 1 }\n", encoding="utf-8")
        self.stops(0.5, "check", self.model, "--claim", pipe)
        self.stops(0.5, "check", self.model, "--define-file", pipe)
        self.stops(0.5, "explore", self.model, "--hoa", "--define-file", pipe)

    def test_one_budget_for_reading_and_searching(self):
        """What reading took is missing to the search."""
        pipe = self.folder / "pipe.pml"
        os.mkfifo(pipe)

        def write():
            time.sleep(2)
            pipe.write_text("int x; active proctype P() { do :: x++ od }\n", encoding="utf-8")

        writer = threading.Thread(target=write)
        writer.start()
        begin = time.monotonic()
        report, code = program.run_json("explore", pipe, "--engine", "interpreter", "--max-time", "3", "--max-memory", "4G")
        self.assertLess(time.monotonic() - begin, 3 + LATE)
        self.assertEqual((report["complete"], code), (False, 3))
        self.assertLess(report["statistics"]["seconds"], 1.9)
        writer.join()

    def test_a_signal_while_waiting_for_a_fifo(self):
        pipe = self.folder / "pipe.pml"
        os.mkfifo(pipe)
        for command in ("check", "explore", "simulate"):
            with subprocess.Popen([program.PROGRAM, command, str(pipe)], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
                time.sleep(0.5)
                child.send_signal(signal.SIGTERM)
                _, error = child.communicate(timeout=LATE)
                self.assertEqual(child.returncode, 3, error)

    def test_a_fifo_is_read(self):
        pipe = self.folder / "pipe.pml"
        os.mkfifo(pipe)

        def write():
            with open(pipe, "w", encoding="utf-8") as out:
                out.write("byte x; active proctype P() {")
                out.flush()
                time.sleep(0.3)
                out.write(" x = 1 }\n")

        writer = threading.Thread(target=write)
        writer.start()
        report, code = program.run_json("explore", pipe)
        writer.join()
        self.assertEqual((code, report["statistics"]["states"]), (0, 3))


if __name__ == "__main__":
    program.main()
