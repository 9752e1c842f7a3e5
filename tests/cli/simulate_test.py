# SPDX-License-Identifier: Apache-2.0
"""lariat simulate: random runs, and runs that a script or a terminal chooses."""

import json
import os
import pathlib
import pty
import select
import signal
import subprocess
import tempfile
import time

import program
from program import PROGRAM, ROOT, environment, run, run_json

# One process that counts to 2 and then has no enabled transition.
COUNT = """byte x;
process P {
  state q;
  init q;
  trans q -> q { guard x < 2; effect x = x + 1; };
}
system async;
"""

# Two processes, each of which adds to its own variable and may stop.
TWO = """byte x, y;
process A {
  state q, done;
  init q;
  trans q -> q { effect x = (x + 1) % 5; },
        q -> done { guard x == 4; };
}
process B {
  state q;
  init q;
  trans q -> q { guard y < 200; effect y = y + 3; };
}
system async;
"""

# The third step ends in a run-time error.
WRONG = """byte x = 253;
process P {
  state q;
  init q;
  trans q -> q { effect x = x + 1; };
}
system async;
"""

DVE = ROOT / "models" / "dve"


class Random(program.Case):
    def test_text(self):
        done = self.expect(run("simulate", "-", text=COUNT), 0)
        self.assertEqual(done.stdout, """\
    1  P  <stdin>:5  q -> q { guard x < 2; effect x = x + 1; }
                       x: 0 -> 1
    2  P  <stdin>:5  q -> q { guard x < 2; effect x = x + 1; }
                       x: 1 -> 2
deadlock: no process can move after 2 steps (seed 1)
  P  q  waits at  q -> q { guard x < 2; effect x = x + 1; }  (x = 2)
""")
        self.assertEqual(done.stderr, "")

    def test_number_of_steps(self):
        done = self.expect(run("simulate", "-", "--steps", 1, text=COUNT), 0)
        self.assertEqual(done.stdout.splitlines()[-1], "1 step done (seed 1)")
        done = self.expect(run("simulate", "-", text=TWO.replace("q -> done", "done -> done")), 0)
        self.assertEqual(done.stdout.splitlines()[-1], "100 steps done (seed 1)")

    def test_whole_states(self):
        done = self.expect(run("simulate", "-", "--state", "--steps", 1, text=COUNT), 0)
        self.assertEqual(done.stdout, """\
       initial state
         x = 0
         P  q
    1  P  <stdin>:5  q -> q { guard x < 2; effect x = x + 1; }
                       x: 0 -> 1
         x = 1
         P  q
1 step done (seed 1)
""")

    def test_errors_end_it(self):
        done = self.expect(run("simulate", "-", text=WRONG), 1)
        self.assertEqual(done.stdout.splitlines()[-2:],
                         ["       <stdin>:5:25: error: the value 256 is out of the range of x, which is 0 to 255",
                          "error after 3 steps (seed 1)"])
        self.expect(run("simulate", "-", "--overflow", "wrap", "--steps", 5, text=WRONG), 0, stdout="x: 255 -> 0")

    def test_errors_of_other_kinds(self):
        self.expect(run("simulate", "-", text=WRONG.replace("x + 1", "1 / (255 - x)")), 0, stdout="x: 253 -> 0")
        self.expect(run("simulate", "-", text=WRONG.replace("x + 1", "1 / (253 - x)")), 1, stdout="division by zero")
        asserting = COUNT.replace("init q;", "init q;\n  assert q: x < 2;")
        self.expect(run("simulate", "-", text=asserting), 1, stdout="error: an assertion does not hold\nerror after 2 steps")
        asserting = COUNT.replace("init q;", "init q;\n  assert q: x > 0;")
        self.expect(run("simulate", "-", text=asserting), 1, stdout="error: an assertion does not hold\nerror after 0 steps")

    def test_seeds(self):
        texts = {seed: run("simulate", "-", "--seed", seed, text=TWO).stdout for seed in range(10)}
        for seed, text in texts.items():
            self.assertEqual(run("simulate", "-", "--seed", seed, text=TWO).stdout, text)
        self.assertEqual(len(set(texts.values())), 10)

    def test_every_choice_is_made(self):
        """Two processes that are always enabled each move about half of the time."""
        text = "byte x;\n" + "".join(f"process {p} {{ state q; init q; trans q -> q {{ }}; }}\n" for p in "AB") + "system async;\n"
        report, code = run_json("simulate", "-", "--steps", 1000, text=text)
        self.assertEqual(code, 0)
        names = [step["actions"][0]["name"] for step in report["stem"]]
        self.assertEqual(len(names), 1000)
        self.assertTrue(400 < names.count("A") < 600, names.count("A"))

    def test_json_says_what_happens(self):
        """The changes are the semantics of TWO, followed by hand."""
        for seed in range(20):
            report, code = run_json("simulate", "-", "--seed", seed, "--steps", 300, text=TWO)
            self.assertEqual((code, report["command"], report["seed"]), (0, "simulate", seed))
            x = y = 0
            ended = False
            for step in report["stem"]:
                (action,) = step["actions"]
                changes = {c["name"]: (c["before"], c["after"]) for c in step["changes"]}
                if action["line"] == 5:
                    self.assertFalse(ended)
                    self.assertEqual(changes, {"x": (str(x), str((x + 1) % 5))})
                    x = (x + 1) % 5
                elif action["line"] == 6:
                    self.assertEqual((x, changes), (4, {"A": ("q", "done")}))
                    ended = True
                else:
                    self.assertEqual((action["name"], action["line"]), ("B", 11))
                    self.assertEqual(changes, {"y": (str(y), str(y + 3))})
                    y += 3
            stuck = ended and y >= 200
            self.assertEqual(report["ending"], "end" if stuck else "steps")
            self.assertEqual(len(report["stem"]) < 300, stuck)

    def test_all_models_run(self):
        for model in sorted(DVE.glob("*.dve")):
            report, code = run_json("simulate", model, "--steps", 200)
            self.assertIn(code, (0, 1), model)
            self.assertIn(report["ending"], ("steps", "end", "error"), model)
            self.assertEqual(report["ending"] == "error", code == 1, model)

    def test_long_runs_take_no_memory(self):
        text = COUNT.replace("x < 2", "1").replace("x + 1", "(x + 1) % 7")
        done = self.expect(run("simulate", "-", "--steps", 200000, text=text), 0)
        self.assertEqual(done.stdout.count("\n"), 400001)

    def test_the_reader_may_leave(self):
        text = COUNT.replace("x < 2", "1").replace("x + 1", "(x + 1) % 7")
        with tempfile.TemporaryDirectory() as folder:
            model = pathlib.Path(folder, "m.dve")
            model.write_text(text, encoding="utf-8")
            with subprocess.Popen([PROGRAM, "simulate", model, "--steps", "1000000000"], stdout=subprocess.PIPE,
                                  env=environment()) as process:
                process.stdout.read(1000)
                process.stdout.close()
                self.assertEqual(process.wait(timeout=30), 3)

    def test_interruption(self):
        text = COUNT.replace("x < 2", "1").replace("x + 1", "(x + 1) % 7")
        with tempfile.TemporaryDirectory() as folder:
            model = pathlib.Path(folder, "m.dve")
            model.write_text(text, encoding="utf-8")
            with open(os.devnull, "w", encoding="utf-8") as nowhere, \
                    subprocess.Popen([PROGRAM, "simulate", model, "--steps", "1000000000"], stdout=nowhere,
                                     env=environment()) as process:
                time.sleep(0.5)
                process.send_signal(signal.SIGINT)
                self.assertEqual(process.wait(timeout=30), 3)


class Traces(program.Case):
    def test_a_saved_run_is_replayed_and_followed(self):
        with tempfile.TemporaryDirectory() as folder:
            model = pathlib.Path(folder, "two.dve")
            model.write_text(TWO, encoding="utf-8")
            saved = pathlib.Path(folder, "run.json")
            first = self.expect(run("simulate", model, "--steps", 20, "--trace", saved), 0).stdout.splitlines()[:-1]
            shown = self.expect(run("replay", model, saved), 0).stdout.splitlines()
            self.assertEqual(shown[0], f"a run of {model}: 20 steps")
            self.assertEqual(shown[1:], first)
            on = self.expect(run("simulate", model, "--follow", saved, "--steps", 5, "--seed", 9), 0).stdout.splitlines()
            self.assertEqual(on[:len(first)], first)
            self.assertIn("25 steps done", on[-1])
            self.assertEqual([p.name for p in pathlib.Path(folder).iterdir() if p.suffix == ".part"], [])

    def test_a_report_is_a_saved_run(self):
        with tempfile.TemporaryDirectory() as folder:
            model = pathlib.Path(folder, "two.dve")
            model.write_text(TWO, encoding="utf-8")
            report = run("simulate", model, "--steps", 50, "--json").stdout
            self.expect(run("replay", model, "-", text=report), 0, stdout="50 steps")

    def test_the_old_file_stays_if_writing_fails(self):
        self.expect(run("simulate", "-", "--trace", "/no/such/folder/run.json", text=COUNT), 2,
                    stderr="/no/such/folder/run.json: error: cannot write: No such file or directory")
        with tempfile.TemporaryDirectory() as folder:
            saved = pathlib.Path(folder, "run.json")
            saved.write_text("old", encoding="utf-8")
            limit = "ulimit -f 1; trap '' XFSZ; exec \"$@\""
            done = subprocess.run(["bash", "-c", limit, "bash", PROGRAM, "simulate", DVE / "peterson.dve", "--trace", saved],
                                  text=True, capture_output=True, env=environment(), timeout=60)
            self.expect(done, 2, stderr="cannot write: File too large")
            self.assertEqual(saved.read_text(encoding="utf-8"), "old")
            self.assertEqual(os.listdir(folder), ["run.json"])

    def test_links_and_pipes(self):
        with tempfile.TemporaryDirectory() as folder:
            target = pathlib.Path(folder, "target.json")
            target.write_text("old", encoding="utf-8")
            link = pathlib.Path(folder, "link.json")
            link.symlink_to(target)
            self.expect(run("simulate", "-", "--trace", link, text=COUNT), 0)
            self.assertTrue(link.is_symlink())
            self.assertEqual(len(json.loads(target.read_text(encoding="utf-8"))["stem"]), 2)
        done = self.expect(run("simulate", "-", "--trace", "/dev/stderr", text=COUNT), 0)
        self.assertEqual(len(json.loads(done.stderr)["stem"]), 2)


class Interactive(program.Case):
    def script(self, *lines, model=TWO, code=0, options=()):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "m.dve")
            path.write_text(model, encoding="utf-8")
            return self.expect(run("simulate", "m.dve", "--interactive", *options, text="".join(f"{l}\n" for l in lines),
                                   cwd=folder), code)

    A = "A  m.dve:5   q -> q { effect x = (x + 1) % 5; }\n"
    B = "B  m.dve:11  q -> q { guard y < 200; effect y = y + 3; }\n"

    def test_choices(self):
        done = self.script("2", "1", "q")
        self.assertEqual(done.stdout, f"""\
   [1]  {self.A}   [2]  {self.B}\
     1  {self.B}                       y: 0 -> 3
   [1]  {self.A}   [2]  {self.B}\
     2  {self.A}                       x: 0 -> 1
   [1]  {self.A}   [2]  {self.B}""")
        self.assertEqual(done.stderr, "")

    def test_the_end_of_the_script_is_an_end(self):
        self.assertEqual(self.script("2", "1").stdout, self.script("2", "1", "q", "1").stdout)
        self.assertEqual(self.script().stdout, f"   [1]  {self.A}   [2]  {self.B}")

    def test_undo(self):
        done = self.script("1", "1", "2", "u 2", "s", "u", "s")
        self.assertEqual(done.stdout.count("x = 1, y = 0"), 1)
        self.assertTrue(done.stdout.endswith("          x = 0, y = 0\n          A  q\n          B  q\n"), done.stdout)
        self.expect(self.script("u", code=2), 2, stderr="there is nothing to undo")
        self.expect(self.script("1", "u 2", code=2), 2, stderr="there are only 1 steps")

    def test_filter(self):
        done = self.script("/effect y", "", "/nothing", "/", "q")
        self.assertEqual(done.stdout, f"""\
   [1]  {self.A}   [2]  {self.B}\
   [2]  {self.B}1 of 2 have 'effect y' in them
     1  {self.B}                       y: 0 -> 3
   [1]  {self.A}   [2]  {self.B}\
0 of 2 have 'nothing' in them
   [1]  {self.A}   [2]  {self.B}""")

    def test_enter_takes_the_only_choice(self):
        done = self.script("", "", "", model=COUNT)
        self.assertEqual(done.stdout.splitlines()[-1], "the system has come to its end")
        self.assertIn("x: 1 -> 2", done.stdout)
        self.assertNotIn("x: 0 -> 1", self.script("").stdout)

    def test_random_steps(self):
        done = self.script("r 5", "r", "l")
        self.assertIn("\n     6  ", done.stdout)
        self.assertEqual(done.stdout, self.script("r 5", "r", "l").stdout)
        self.expect(self.script("r 100", model=COUNT), 0, stdout="the system has come to its end")
        done = self.script("r 100", model=WRONG)
        self.expect(done, 0, stdout="out of the range")
        self.assertTrue(done.stdout.endswith("after the error nothing more happens\n"))

    def test_saving(self):
        with tempfile.TemporaryDirectory() as folder:
            model = pathlib.Path(folder, "m.dve")
            model.write_text(TWO, encoding="utf-8")
            done = run("simulate", "m.dve", "--interactive", "--trace", "end.json", cwd=folder,
                       text="1\n2\nw now.json\n1\nq\n")
            self.expect(done, 0, stdout="saved 2 steps as now.json")
            for name, steps in (("now.json", 2), ("end.json", 3)):
                saved = json.loads(pathlib.Path(folder, name).read_text(encoding="utf-8"))
                self.assertEqual(len(saved["stem"]), steps)
                self.assertEqual(saved["model"], "m.dve")
            done = run("simulate", "m.dve", "--interactive", "--follow", "now.json", cwd=folder, text="u 2\ns\n")
            self.expect(done, 0, stdout=["y: 0 -> 3", "x = 0, y = 0"])
            self.expect(run("simulate", "m.dve", "--interactive", cwd=folder, text="w /no/such/run.json\n"), 2,
                        stderr="cannot write")

    def test_wrong_commands(self):
        for line, message in [("9", "'9' is no number from 1 to 2"), ("0", "'0' is no number from 1 to 2"),
                              ("1x", "'1x' is no number"), ("frobnicate", "'frobnicate' is no command"), ("ux", "'ux' is no command"),
                              ("r x", "how many steps?"), ("u x", "how many steps?"), ("w", "'w' is no command"),
                              ("99999999999999999999", "is no number"), ("\x1b[2J", "'\\x1b[2J' is no command")]:
            done = self.script(line, "1", code=2)
            self.expect(done, 2, stdout="x: 0 -> 1", stderr=f"<stdin>: error: {message}" if message[0] == "'" else message)
        self.expect(self.script("1", "1", "1", model=COUNT, code=2), 2, stderr="there is nothing to choose from")

    def test_input_that_cannot_be_read(self):
        with tempfile.TemporaryDirectory() as folder:
            directory = os.open(folder, os.O_RDONLY)
            self.addCleanup(os.close, directory)
            done = run("simulate", DVE / "peterson.dve", "--interactive", stdin=directory)
            self.expect(done, 2, stderr="<stdin>: error: cannot read: Is a directory")

    def test_help(self):
        self.expect(self.script("?"), 0, stdout=["undo", "/TEXT", "w FILE", "quit"])

    def test_in_a_terminal(self):
        """Prompts and colours, mistakes that are forgiven, and Ctrl-D."""
        master, slave = pty.openpty()
        with subprocess.Popen([PROGRAM, "simulate", str(DVE / "peterson.dve"), "--interactive"], stdin=slave, stdout=slave,
                              stderr=slave, env=environment(), start_new_session=True) as process:
            os.close(slave)
            seen = b""

            def expect(what):
                nonlocal seen
                end = time.monotonic() + 30
                while what not in seen:
                    self.assertTrue(select.select([master], [], [], end - time.monotonic())[0], seen)
                    seen += os.read(master, 4096)

            expect(b"step 1> ")
            os.write(master, b"nonsense\n")
            expect(b"is no command")
            os.write(master, b"1\n")
            expect(b"step 2> ")
            self.assertIn(b"\x1b[1mP_0\x1b[0m", seen)
            os.write(master, b"\x04")
            self.assertEqual(process.wait(timeout=30), 0)
        os.close(master)


# Nothing is left to chance here: every step is the only one.
PROMELA = """\
mtype = { req, ack };
chan c = [0] of { mtype, byte };
chan q = [2] of { byte };
byte x;
proctype Worker(byte n) {
  byte got;
  atomic { x = n; printf("worker %d\\nstarts", n); q!n }
  c?ack,got;
  assert(got == 5)
}
init {
  run Worker(3);
  c!ack,4
}
"""


class Promela(program.Case):
    def test_text(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "m.pml").write_text(PROMELA, encoding="utf-8")
            done = self.expect(run("simulate", "m.pml", "--trace", "run.json", cwd=folder), 1)
            self.assertEqual(done.stdout, """\
    1  init[0]    m.pml:12  run Worker(3)
                              Worker[1] starts, Worker[1]:n = 3
    2  Worker[1]  m.pml:7   ┌ x = n
       Worker[1]  m.pml:7   │ printf("worker %d\\nstarts", n)
                            │   prints: worker 3
                            │   prints: starts
       Worker[1]  m.pml:7   └ q!n
                              x: 0 -> 3, q = [3]
    3  init[0]    m.pml:13  sends     c!ack, 4
       Worker[1]  m.pml:8   receives  c?ack, got
                              Worker[1]:got: 0 -> 4
    4  Worker[1]  m.pml:9   assert(got == 5)
       m.pml:9:3: error: an assertion does not hold
error after 4 steps (seed 1)
""")
            shown = self.expect(run("replay", "m.pml", "run.json", cwd=folder), 0)
            self.assertEqual(shown.stdout.splitlines()[1:], done.stdout.splitlines()[:-1])
            done = self.expect(run("simulate", "m.pml", "--interactive", cwd=folder, text="\n\n\ns\n"), 0)
            self.assertTrue(done.stdout.endswith("""\
          x = 3, q = [3]
          init[0]    line 14
          Worker[1]  line 9  n = 3, got = 4
"""), done.stdout)

    def test_all_models_run(self):
        for model in sorted((ROOT / "models" / "promela").glob("*.pml")):
            with tempfile.TemporaryDirectory() as folder:
                saved = pathlib.Path(folder, "run.json")
                self.assertIn(run("simulate", model, "--steps", 200, "--trace", saved).returncode, (0, 1), model)
                self.expect(run("replay", model, saved), 0)


class Watched(program.Case):
    """Promela's claims and DVE's property processes take their steps when they are asked to."""

    CLAIMS = """\
byte x;
active proctype P() { x = 1; x = 2; x = 3 }
never below { do :: x < 2 od }
never any { do :: true od }
"""

    def simulate(self, *arguments, code=0, **words):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "m.pml").write_text(self.CLAIMS, encoding="utf-8")
            done = self.expect(run("simulate", "m.pml", *arguments, cwd=folder), code, **words)
            if "--trace" in arguments:
                self.expect(run("replay", "m.pml", "run.json", "--automaton", cwd=folder), 0, stdout="below")
            return done.stdout

    def test_claims(self):
        self.assertNotIn("below", self.simulate())
        self.assertTrue(self.simulate("--property", "--trace", "run.json").endswith("""\
    2  P[0]   m.pml:2  x = 2
       below  m.pml:3  x < 2
                         x: 1 -> 2
below has no step, and refuses whatever follows, after 2 steps (seed 1)
"""))
        text = self.simulate("--property", "any")
        self.assertEqual(text.count("       any  "), 4)
        self.assertTrue(text.endswith("all processes have come to their end after 4 steps (seed 1)\n"))

    def test_messages(self):
        self.simulate("--property", "nay", code=2, stderr="there is no never claim or property process 'nay'")
        self.expect(run("simulate", "-", "--property", text=COUNT), 2, stderr="--property: error: nothing watches the model")

    def test_property_process(self):
        text = COUNT.replace("system async;", "process Q {\n  state a;\n  init a;\n  trans a -> a { guard x < 1; };\n}\n"
                             "system async property Q;")
        done = self.expect(run("simulate", "-", "--property", text=text), 0)
        self.assertTrue(done.stdout.endswith("Q has no step, and refuses whatever follows, after 1 step (seed 1)\n"), done.stdout)


class Prints(program.Case):
    MODEL = """\
mtype = { red, green };
mtype:fruit = { apple, pear };
mtype m = green; mtype:fruit f = pear;
chan c = [0] of { mtype };
active proctype P() {
  short s = -3;
  printf("m=%e f=%e k=%e\\n", m, f, apple);
  printf("d=%d u=%u x=%x o=%o c=%c pct=%% e=%e\\n", s, 300, 255, 8, 'a', 77);
  printm(f); printf("\\n");
  atomic { printf("one "); printf("line\\n"); s++ };
  d_step { s = 3; printf("d %d\\n", s) };
  c!red;
  printf("MSC: sent\\n")
}
active proctype Q() { c?_ }
"""

    def simulate(self, *arguments):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "m.pml").write_text(self.MODEL, encoding="utf-8")
            return self.expect(run("simulate", "m.pml", *arguments, cwd=folder), 0).stdout

    def test_only_these(self):
        """Prints are those of `spin -T`, except for constants of a named mtype, which Spin confuses with others."""
        self.assertEqual(self.simulate("--prints"), """\
m=green f=pear k=apple
d=-3 u=300 x=ff o=10 c=a pct=% e=77
pear
one line
d 3
MSC: sent
all processes have come to their end after 10 steps (seed 1)
""")

    def test_steps_that_are_not_shown(self):
        text = self.simulate("--skip", 3)
        self.assertTrue(text.startswith("    4  P[0]  m.pml:9 "), text)
        self.assertNotIn("prints: pear", text)
        self.assertIn("prints: d 3", text)
        self.assertEqual(self.simulate("--prints", "--skip", 3), self.simulate("--prints").split("\npear")[1])

    def test_chart(self):
        self.assertEqual(self.simulate("--msc"), """\
        P[0]      Q[1]
        ┬         ┬
    7   ├─ c!red ▶│
    8   ● sent    │
    9   │         ┴ ends
   10   ┴ ends
all processes have come to their end after 10 steps (seed 1)
""")


class Usage(program.Case):
    def test_messages(self):
        for arguments, message in [
            ([], "MODEL is required"),
            (["no/such.dve"], "no/such.dve: error: cannot open: No such file"),
            (["model.xyz"], "model.xyz: error: cannot open: No such file"),
            (["no/such.pml"], "no/such.pml: error: cannot open: No such file"),
            ([DVE / "peterson.dve", "--overflow", "warp"], "no way to treat overflows 'warp' (did you mean 'wrap'?)"),
            ([DVE / "peterson.dve", "--steps", "0"], "--steps: '0' is not a whole number"),
            ([DVE / "peterson.dve", "--seed", "-1"], "--seed: '-1' is not a whole number"),
            ([DVE / "peterson.dve", "--interactive", "--json"], "--interactive: not with --json"),
            ([DVE / "peterson.dve", "--interactive", "--steps", "3"], "--steps: is for a random run"),
            ([DVE / "peterson.dve", "--interactive", "--prints"], "--prints: is for a random run"),
            ([DVE / "peterson.dve", "--interactive", "--msc"], "--msc: is for a random run"),
            ([DVE / "peterson.dve", "--prints", "--json"], "--prints: not with --json"),
            ([DVE / "peterson.dve", "--msc", "--json"], "--msc: not with --json"),
            ([DVE / "peterson.dve", "--msc", "--prints"], "--prints: not with --msc"),
            (["-", "--interactive"], "MODEL: the standard input is needed for something else"),
            (["-", "--follow", "-"], "MODEL: the standard input is needed for something else"),
            ([DVE / "peterson.dve", "--follow", "-", "--interactive"], "--follow: the standard input is needed"),
            ([DVE / "peterson.dve", "--follow", "no/such.json"], "no/such.json: error: cannot open"),
        ]:
            self.expect(run("simulate", *arguments), 2, stderr=message)

    def test_wrong_models(self):
        self.expect(run("simulate", "-", text="byte x\nbyte y;"), 2, stderr="<stdin>:1:7: error:")
        self.expect(run("simulate", "-", text=""), 2, stderr="<stdin>:1:1: error:")
        self.expect(run("simulate", "-", text="\0\xff" * 100), 2, stderr="<stdin>:1:1: error:")


program.main()
