#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""--checkpoint and --resume under mpirun: searches that are killed, whole or one rank of them, or stopped by a limit, go on with any
number of ranks and end with the same figures. Skipped where mpirun or lariat-mpi is missing."""

import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from mpi_test import DVE, MPIRUN, program, run_ranks, skip_without_mpi  # noqa: E402
from program import PROGRAM, environment, run, run_json  # noqa: E402

SEED = 11
KILLS = int(os.environ.get("LARIAT_KILLS", "4"))  # of each kind of search
# 12 ** 5 states in many levels; x4 reaches TOP in the last ones only.
TOP = 11
COUNTERS = "".join(f"int x{i} = 0;\n" for i in range(5)) + "".join(
    f"process P{i} {{ state a; init a; trans a -> a {{ guard x{i} < {TOP}; effect x{i} = x{i} + 1; }}; }}\n" for i in range(5)) + "system async;\n"
QUESTIONS = (
    ("explore",),
    ("check", "--por", "none", "--invariant", f"x4 <= {TOP}", "--invariant", f"x3 < {TOP} || x4 < {TOP}"),
    ("check", "--por", "none", "--ltl", f"F G (x0 == {TOP})", "--ltl", f"G (x0 < {TOP})", "--algorithm", "owcty"),
)


def figures(report):
    """What must not depend on interruptions."""
    if "properties" in report:
        return [(p["verdict"], len(p["lasso"]["stem"]) if p.get("lasso") and p["kind"] != "ltl" else None) for p in report["properties"]]
    statistics = report["statistics"]
    return [statistics[key] for key in ("states", "transitions", "post_calls", "deadlocks", "levels", "max_out_degree")]


def ranks_of(pid):
    """The processes that mpirun has started."""
    try:
        children = pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    except OSError:
        return []
    return [int(child) for child in children]


class RankCheckpoints(program.Case):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.saved = self.folder / "saved"
        self.path = self.folder / "model.dve"
        self.path.write_text(COUNTERS, encoding="utf-8")

    def command(self, question):
        return [question[0], str(self.path), *question[1:], "--json"]

    def start(self, ranks, *arguments, **more):
        return subprocess.Popen([*MPIRUN, "-n", str(ranks), PROGRAM, *map(str, arguments)], stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment(), start_new_session=True, **more)

    def kill_once(self, child, rng):
        """Kills one rank, or everything."""
        if rng.random() < 0.7:
            ranks = ranks_of(child.pid)
            if ranks:
                try:
                    os.kill(rng.choice(ranks), signal.SIGKILL)
                except ProcessLookupError:
                    pass
                return
        os.killpg(child.pid, signal.SIGKILL)

    def wait_and_end(self, child):
        try:
            out, err = child.communicate(timeout=60)
        finally:
            try:
                os.killpg(child.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        return out, err

    def test_killed(self):
        rng = random.Random(SEED)
        for question in QUESTIONS:
            command = self.command(question)
            expected = figures(run_json(*command[:-1])[0])
            patience, kills = 0.3, 0
            while True:
                resume = ["--resume", self.saved] if self.saved.exists() and any("." not in p.name for p in self.saved.iterdir()) else []
                child = self.start(rng.randint(1, 3), *command, "--checkpoint", self.saved, "--every", 0.001, *resume)
                try:
                    out, err = child.communicate(timeout=patience * (0.5 + rng.random()))
                except subprocess.TimeoutExpired:
                    if kills < KILLS:
                        self.kill_once(child, rng)
                        kills += 1
                        patience *= 1.1
                        self.wait_and_end(child)
                        continue
                    out, err = self.wait_and_end(child)
                self.assertIn(child.returncode, (0, 1), (question, err))
                self.assertEqual(figures(json.loads(out)), expected, (question, err))
                break
            # One process goes on where several were, as far as it saves the same.
            if "--ltl" not in question and (self.saved / "walk").exists():
                self.assertEqual(figures(run_json(*command[:-1], "--resume", self.saved)[0]), expected)
            self.assertGreater(kills, 0, question)
            for file in self.saved.iterdir() if self.saved.exists() else ():
                file.unlink()

    def test_limits_and_other_numbers_of_ranks(self):
        expected = figures(run_json("explore", self.path)[0])
        for ranks, others in ((2, 3), (3, 1)):
            done = run_ranks(ranks, "explore", self.path, "--json", "--checkpoint", self.saved, "--max-states", 20_000)
            self.assertEqual(done.returncode, 3, done.stderr)
            self.assertEqual(len(list(self.saved.iterdir())), ranks + 1)
            done = run_ranks(others, "explore", self.path, "--json", "--resume", self.saved)
            self.assertEqual(figures(json.loads(done.stdout)), expected, done.stderr)
        run("explore", self.path, "--checkpoint", self.saved, "--max-states", 20_000)
        self.assertEqual([p.name for p in self.saved.iterdir()], ["walk"])  # one process needs no parts
        done = run_ranks(2, "explore", self.path, "--json", "--resume", self.saved)
        self.assertEqual(figures(json.loads(done.stdout)), expected, done.stderr)

    def expect_refused(self, done, message):
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertEqual(done.stderr.count(message), 1, done.stderr)

    def test_bad_input(self):
        run_ranks(2, "explore", self.path, "--checkpoint", self.saved, "--max-states", 20_000)
        other = self.folder / "other.dve"
        other.write_text(COUNTERS.replace(f"< {TOP}", f"< {TOP - 1}"), encoding="utf-8")
        self.expect_refused(run_ranks(2, "explore", other, "--resume", self.saved), "of another model")
        self.expect_refused(run_ranks(2, "explore", self.path, "--resume", self.folder / "nowhere"), "cannot open")
        parts = sorted(p for p in self.saved.iterdir() if p.name != "walk")
        self.assertEqual(len(parts), 2)
        whole = parts[1].read_bytes()
        damaged = bytearray(whole)
        damaged[random.Random(SEED).randrange(len(damaged))] ^= 4
        parts[1].write_bytes(damaged)
        for ranks in (1, 3):
            self.expect_refused(run_ranks(ranks, "explore", self.path, "--resume", self.saved), "is damaged")
        self.expect(run("explore", self.path, "--resume", self.saved), 2, stderr="is damaged")
        parts[1].write_bytes(parts[0].read_bytes())  # a whole one, but not the one of the list
        self.expect_refused(run_ranks(2, "explore", self.path, "--resume", self.saved), "is damaged")
        parts[1].write_bytes(whole)
        parts[1].chmod(0o622)
        self.expect_refused(run_ranks(2, "explore", self.path, "--resume", self.saved), "other users may write to")
        parts[1].unlink()
        self.expect_refused(run_ranks(2, "explore", self.path, "--resume", self.saved), "cannot open")

    def test_full_disk(self):
        """On a file system of its own, which is full soon."""
        expected = figures(run_json("explore", self.path)[0])
        self.saved.mkdir()
        own = ["unshare", "-m"] if os.geteuid() == 0 else ["unshare", "-rm"]
        mount = f"mount -t tmpfs -o size=200k none {self.saved}"
        if subprocess.run([*own, "sh", "-c", mount], capture_output=True, check=False).returncode != 0:
            self.skipTest("no file system can be mounted here")
        explore = f"{' '.join(MPIRUN)} -n 2 {PROGRAM} explore {self.path} --json"
        script = (f"{mount} && {explore} --checkpoint {self.saved} --every 0.001 && echo LISTING >&2 && ls {self.saved} >&2 && "
                  f"{explore} --resume {self.saved}")
        done = subprocess.run([*own, "sh", "-c", script], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
                              timeout=120, env=environment())
        self.assertEqual(done.returncode, 0, done.stderr)
        first, second = done.stdout.replace("}\n{", "}\n\0{").split("\0")
        self.assertEqual(figures(json.loads(first)), expected)
        self.assertEqual(figures(json.loads(second)), expected)
        self.assertIn("the walk is not saved", done.stderr)
        self.assertNotIn(".new", done.stderr.split("LISTING")[1])


skip_without_mpi()
program.main()
