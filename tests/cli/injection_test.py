# SPDX-License-Identifier: Apache-2.0
"""Nothing that a model says reaches the terminal as a command: no control byte on either output of any command, whatever names,
strings, directives, file names and formulas contain. JSON keeps the true text, escaped by its own rules."""

import json
import os
import pathlib
import re
import subprocess
import tempfile

import program
from program import PROGRAM, environment

# Clear the screen; a title; CSI as one character; bell; backspace; right to left; isolates; marks; zero width; DEL; a tag; not UTF-8.
EVIL = b"\x1b[2J\x1b[31mX\x1b]0;title\x07\xc2\x9b1m\x08\x0e\xe2\x80\xae\xe2\x81\xa6\xe2\x80\x8e\xe2\x80\x8f\xe2\x80\x8b\x7f\xf3\xa0\x80\x81\xff"
FORGED = b"x\nlariat: holds"  # a name must not look like a line of ours

CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e0fff]")

# A file of which more than a hundredth is control characters is taken for no text at all.
PADDING = b"/* " + b"-" * 4000 + b" */\n"

PRINTS = b'''#line 7 "%s.pml"
mtype { one }
chan c = [1] of { byte };
byte x;
active proctype P() { printf("%s\\n"); c!1; x = 1; printf("MSC: %s\\n"); assert(x == 0) }
active proctype Q() { byte y; c?y }
ltl f { [] (x == 0) }
'''
NAMED = '''HOA: v1
name: "%s"
States: 1
Start: 0
AP: 1 "%s"
Acceptance: 1 Inf(0)
--BODY--
State: 0 "%s" {0}
[0] 0
--END--
'''


class Injection(program.Case):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="lariat"))
        self.addCleanup(subprocess.run, ["rm", "-rf", self.folder])
        self.count = 0

    def file(self, text, ending=b".pml", name=EVIL):
        path = os.fsencode(self.folder) + b"/" + name + ending
        with open(path, "wb") as out:
            out.write(PADDING + text if ending == b".pml" else text)
        return path

    def shown(self, *arguments, text=b"", code=None):
        """Both outputs of the program, after looking at their bytes."""
        arguments = [a if isinstance(a, bytes) else str(a).encode() for a in arguments]
        done = subprocess.run([PROGRAM.encode(), *arguments], input=text, capture_output=True, timeout=60, env=environment(), cwd=self.folder)
        for what, output in (("stdout", done.stdout), ("stderr", done.stderr)):
            where = (arguments, what, output[:2000])
            shown = output.decode("utf-8", errors="strict")
            self.assertIsNone(CONTROL.search(shown), where)
            self.assertNotRegex(shown, r"(?m)^lariat: holds", where)
        self.assertNotEqual(done.returncode, 70, done.stderr)
        self.assertGreaterEqual(done.returncode, 0, (arguments, done.stderr))
        if code is not None:
            self.assertEqual(done.returncode, code, (arguments, done.stderr))
        self.count += 1
        return done.stdout, done.stderr

    def model(self, name=EVIL):
        return self.file(PRINTS % (EVIL, EVIL, EVIL), name=name)

    def test_commands_on_a_model(self):
        for name in (EVIL, FORGED):
            model = self.model(name)
            trace = b"run" + name + b".json"
            self.shown("check", model, "--assert", "--msc", "--state", "--stats", "--trace", trace, "--trail", b"t" + name, code=1)
            self.shown("check", model, "--assert", "--json", code=1)
            self.shown("check", model, "--property", b"f" + name, code=2)
            self.shown("check", model, "--property", "f", "--automaton", code=1)
            for options in ([], ["--msc"], ["--state"], ["--json"], ["--automaton"]):
                self.shown("replay", model, trace, *options, code=0)
            self.shown("replay", model, b"t" + name, code=0)
            for options in ([], ["--por", "ample"], ["--dot"], ["--hoa"], ["--json"], ["--scc"], ["--por", "ample", "--explain", "0"]):
                self.shown("explore", model, *options)
            for options in ([], ["--prints"], ["--msc"], ["--state"], ["--json"]):
                self.shown("simulate", model, *options, code=1)
            self.shown("simulate", model, "--interactive", text=b"s\nl\n/" + name + b"\nw " + b"w" + name.split(b"\n")[0] + b"\n" + name + b"\nq\n")
            self.shown("compare", model, "--ltl", "G F (x == 0)")
            self.shown("engines", model)

    def test_words_of_the_preprocessor(self):
        for text in (b"#error " + EVIL + b"\n", b'#include "' + EVIL + b'"\n', b'#line 3 "' + EVIL + b'"\nx y z\n', b"#" + EVIL + b"\n",
                     EVIL + b"\n", b"#define A(" + EVIL + b") x\n", b"active proctype P() { " + EVIL + b" }", b"#if " + EVIL + b"\n#endif\n",
                     b'active proctype P() { x = "' + EVIL + b'" }', b"/* " + EVIL):
            out, error = self.shown("check", self.file(text))
            self.assertIn(b"error: ", error, (text, out))
        self.shown("check", self.file(EVIL, b".dve"), code=2)
        self.shown("check", self.file(b"byte x; // " + EVIL + b"\nsystem async;", b".dve"))

    def test_options(self):
        model = self.model()
        for options in (["--ltl", EVIL], ["--ltl", b"G " + EVIL], ["--ltl", b"G {" + EVIL + b"}"], ["--invariant", EVIL], ["--define", EVIL],
                        [b"--" + EVIL], [EVIL], ["--claim", EVIL], ["--engine", EVIL], ["--max-time", EVIL], ["-D", EVIL], ["--order", EVIL],
                        ["--proviso", EVIL], ["--trace", b"/nowhere/" + EVIL]):
            self.shown("check", model, *options)
        self.shown(EVIL, code=2)
        self.shown("check", b"none" + EVIL + b".pml", code=2)
        self.shown("check", FORGED + b".pml", code=2)
        self.shown("check", EVIL, code=2)

    def test_formulas(self):
        atom = b'G F "' + EVIL.replace(b"\xff", b"") + b'"'
        for formula in (atom, EVIL, b"G (" + EVIL):
            for form in ("text", "hoa", "never", "dot", "stats", "json", "svg"):
                self.shown("ltl", formula, "--format", form)
            self.shown("ltl", formula, "--check")
            self.shown("ltl", formula, b"! (" + formula + b")", "--equivalent")
        self.shown("ltl", "-F", self.file(atom + b"\n" + EVIL + b"\n", b".txt"))
        self.shown("ltl", "-F", EVIL, code=2)

    def test_automata(self):
        # No backslash, which is HOA's own way to escape; no quotes.
        text = (NAMED % (("\x00",) * 3)).encode().replace(b"\x00", EVIL)
        automaton = self.file(text, b".hoa")
        for name in (automaton, self.file(text, b".hoa", FORGED)):
            for options in ([], ["--json"], ["--stats"], ["--full"]):
                self.shown("empty", name, *options)
            for options in ([], ["--list"], ["--json"]):
                self.shown("scc", name, *options)
            self.shown("compare", name)
            self.shown("empty", name, name)
        self.shown("empty", self.file(EVIL, b".never"), code=2)
        self.shown("empty", self.file(b"never { " + EVIL, b".never"), code=2)
        self.shown("empty", self.file(b"HOA: v1\n" + EVIL, b".bad"), code=2)
        self.shown("empty", EVIL + b".none", code=2)

    def test_runs(self):
        model = self.model()
        self.shown("replay", model, self.file(EVIL, b".json"), code=2)
        self.shown("replay", model, self.file(json.dumps({"run_format": 1, "model": EVIL.decode("latin-1")}).encode(), b".json"), code=2)
        self.shown("replay", model, self.file(EVIL + b":1:1\n", b".trail"), code=2)

    def test_own_colours_are_told_from_those_of_the_model(self):
        model = self.model()
        done = subprocess.run([PROGRAM.encode(), b"check", model, b"--assert", b"--color", b"always"], capture_output=True, timeout=60,
                              env=environment(), cwd=self.folder)
        text = done.stdout.decode()
        self.assertIn("\x1b[31m", text)  # `violated`
        self.assertIsNone(CONTROL.search(re.sub("\x1b\\[[0-9]+m", "", text)))
        self.assertNotIn("\x1b[31mX", text)
        self.assertIn("\\x1b[31mX", text)

    def test_json_keeps_the_text(self):
        name = EVIL.replace(b"\xff", b"")
        model = self.model(name)
        out, _ = self.shown("check", model, "--assert", "--json", code=1)
        self.assertEqual(json.loads(out)["input"], os.fsdecode(model))
        out, _ = self.shown("ltl", b'G F "' + name + b'"', "--json", code=0)
        self.assertIn(name.decode(), json.loads(out)["input"])

    def test_prints_are_raw_if_asked_for(self):
        model = self.model()
        out, _ = self.shown("simulate", model, "--prints")
        self.assertIn(b"\\x1b[2J", out)
        raw = subprocess.run([PROGRAM.encode(), b"simulate", model, b"--prints", b"--raw"], capture_output=True, timeout=60, env=environment())
        self.assertIn(EVIL + b"\n", raw.stdout)
        self.shown("simulate", model, "--raw", code=2)


program.main()
