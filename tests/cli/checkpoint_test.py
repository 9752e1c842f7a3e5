#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""--checkpoint and --resume: a walk that is killed, interrupted or stopped by a limit goes on and ends with the same figures."""

import json
import os
import pathlib
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import program  # noqa: E402
from program import PROGRAM, environment, run, run_json  # noqa: E402

SEED = 7
# 8 ** 6 states, in many levels; x5 reaches 7 in the last ones only. Processes that start others make states of several lengths.
COUNTERS = "".join(f"int x{i} = 0;\n" for i in range(6)) + "".join(
    f"process P{i} {{ state a; init a; trans a -> a {{ guard x{i} < 7; effect x{i} = x{i} + 1; }}; }}\n" for i in range(6)) + "system async;\n"
STARTERS = ("byte n; proctype W() { byte k; do :: k < 5 -> k++ :: n++ od }\n"
            "active proctype P() { run W(); run W(); n == 3 -> run W() }\n")


def figures(report):
    """What must not depend on interruptions."""
    if "properties" in report:
        return [(p["verdict"], p["statistics"]["states"], p["statistics"]["transitions"], p.get("lasso")) for p in report["properties"]]
    statistics = report["statistics"]
    return [statistics[key] for key in ("states", "transitions", "deadlocks", "levels")]


class Checkpoints(program.Case):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.saved = self.folder / "saved"

    def model(self, text, name="model.dve"):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path

    def kill_and_resume(self, arguments, rng):
        """Kills the program after a short while, again and again, each time longer, until it ends by itself."""
        patience, kills = 0.05, 0
        while True:
            resume = ["--resume", self.saved] if (self.saved / "walk").exists() else []
            command = [*arguments, "--json", "--checkpoint", self.saved, "--every", 0.01, *resume]
            child = subprocess.Popen([PROGRAM, *map(str, command)],
                                     stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment())
            try:
                out, err = child.communicate(timeout=patience * (0.5 + rng.random()))
                return json.loads(out), kills, err
            except subprocess.TimeoutExpired:
                child.kill()
                child.communicate()
                kills += 1
                patience *= 1.3

    def test_killed(self):
        rng = random.Random(SEED)
        path = self.model(COUNTERS)
        total = 0
        for more in ([], ["--store", "tree"], ["--threads", "2"]):
            for command in (["explore", path], ["check", path, "--por", "none", "--invariant", "x5 < 8"]):
                expected, _ = run_json(*command, *more)
                found, kills, err = self.kill_and_resume([*command, *more], rng)
                self.assertEqual(figures(found), figures(expected), (command, more, err))
                total += kills
                (self.saved / "walk").unlink(missing_ok=True)
        self.assertGreater(total, 2)  # fast machines leave little time

    def test_states_of_several_lengths(self):
        path = self.model(STARTERS, "model.pml")
        expected, _ = run_json("explore", path)
        run("explore", path, "--checkpoint", self.saved, "--max-states", 5000)
        found, code = run_json("explore", path, "--resume", self.saved)
        self.assertEqual((figures(found), code), (figures(expected), 0))

    def test_limits_and_interruption_save(self):
        path = self.model(COUNTERS)
        expected, _ = run_json("explore", path)
        report, code = run_json("explore", path, "--checkpoint", self.saved, "--max-states", 50_000)
        self.assertEqual((report["statistics"]["states"], code), (50_000, 3))
        self.assertEqual(figures(run_json("explore", path, "--resume", self.saved)[0]), figures(expected))
        child = subprocess.Popen([PROGRAM, "explore", path, "--engine", "interpreter", "--checkpoint", self.folder / "other"],
                                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment())
        time.sleep(0.2)
        child.send_signal(signal.SIGINT)
        if child.wait(timeout=60) == 3:  # else it was already done
            self.assertEqual(figures(run_json("explore", path, "--resume", self.folder / "other")[0]), figures(expected))

    def test_runs_are_shown(self):
        path = self.model(COUNTERS)
        options = ("--por", "none", "--invariant", "x5 < 7 || x4 < 7 || x3 < 7", "--invariant", "x0 < 3")
        expected, _ = run_json("check", path, *options)
        run("check", path, *options, "--checkpoint", self.saved, "--max-states", 100_000)
        found, code = run_json("check", path, *options, "--resume", self.saved)
        self.assertEqual((figures(found), code), (figures(expected), 1))
        self.assertEqual([p["verdict"] for p in found["properties"]], ["violated"] * 2)

    def test_bad_input(self):
        path = self.model(COUNTERS)
        run("explore", path, "--checkpoint", self.saved, "--max-states", 50_000)
        other = self.model(COUNTERS.replace("< 7", "< 6"), "other.dve")
        self.expect(run("explore", other, "--resume", self.saved), 2, stderr="of another model")
        self.expect(run("explore", path, "--overflow", "wrap", "--resume", self.saved), 2, stderr="with other options")
        self.expect(run("check", path, "--resume", self.saved), 2, stderr="cannot resume")
        self.expect(run("explore", path, "--resume", self.folder / "nowhere"), 2, stderr="cannot open")
        self.expect(run("explore", path, "--checkpoint", self.saved, "--por", "stubborn"), 2, stderr="breadth first")
        self.expect(run("check", path, other, "--checkpoint", self.saved), 2, stderr="for one model")
        walk = self.saved / "walk"
        whole = walk.read_bytes()
        rng = random.Random(SEED)
        for _ in range(20):
            damaged = bytearray(whole)
            if rng.random() < 0.5:
                damaged = damaged[:rng.randrange(len(damaged))]
            else:
                damaged[rng.randrange(len(damaged))] ^= 1 << rng.randrange(8)
            walk.write_bytes(damaged)
            self.expect(run("explore", path, "--resume", self.saved), 2, stderr="is damaged")

    def test_only_walks_of_this_user_go_on(self):
        path = self.model(COUNTERS)
        run("explore", path, "--checkpoint", self.saved, "--max-states", 50_000)
        walk = self.saved / "walk"
        walk.chmod(0o620)
        self.expect(run("explore", path, "--resume", self.saved), 2, stderr="other users may write to")
        walk.chmod(0o600)
        if os.geteuid() == 0:  # only root can give a file away
            os.chown(walk, 12345, -1)
            self.expect(run("explore", path, "--resume", self.saved), 2, stderr="belongs to another user")
            os.chown(walk, 0, -1)
        self.expect(run("explore", path, "--resume", self.saved), 0)

    def test_full_disk(self):
        path = self.model(COUNTERS)
        expected, _ = run_json("explore", path)
        done = subprocess.run([PROGRAM, "explore", path, "--json", "--checkpoint", self.saved, "--every", "0.01"], capture_output=True,
                              text=True, check=False, env=environment(),
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000)))
        self.assertEqual((figures(json.loads(done.stdout)), done.returncode), (figures(expected), 0))
        self.assertEqual(done.stderr.count("the walk is not saved"), 1)
        self.assertEqual(list(self.saved.iterdir()), [p for p in self.saved.iterdir() if p.name == "walk"])  # nothing left over


program.main()
