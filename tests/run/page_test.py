# SPDX-License-Identifier: Apache-2.0
"""The page that --html writes, in headless Chromium: what is clicked, shown, escaped; that it asks for nothing; that long runs stay fluent."""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(os.environ.get("LARIAT_SOURCE_DIR") or pathlib.Path(__file__).resolve().parents[2])
PROGRAM = os.environ.get("LARIAT_PROGRAM") or str(ROOT / "build" / "release" / "bin" / "lariat")
sys.path.insert(0, str(ROOT / "tests" / "support"))

import browser  # noqa: E402

# Two clients ask a server over a channel with a buffer; the answers are rendezvous. The server never answers client 2.
SERVER = """mtype = { ask, answer };
chan requests = [2] of { mtype, byte };
chan replies = [0] of { mtype, byte };
bool waiting[3];
active [2] proctype client() {
  requests!ask,_pid;
  waiting[_pid] = true;
  replies?answer,eval(_pid);
  waiting[_pid] = false
}
active proctype server() {
  byte who;
  do
  :: requests?ask,who ->
     if
     :: who == 0 -> replies!answer,who
     :: else
     fi
  od
}
ltl answered { [] (waiting[1] -> <> !waiting[1]) }
ltl few { [] (len(requests) < 2) }
"""

COUNTER = """int x;
active proctype P() {
  do
  :: x < 20000 -> x = x + 1
  od
}
ltl small { [] (x < 6000) }
"""

# Everything that could become markup or turn text around, in every place where a model has text of its own.
EVIL = """/* </script><script>document.title='hacked'</script> */
byte x; // \u202e <img src=x onerror="document.title='hacked'">
active proctype P() {
  printf("</script><script>document.title='hacked'</script>\\n");
  printf("\\x1b[2J <b>bold</b> & 'quotes' \u202e\\n");
  x = 1;
  assert(x == 0)
}
"""


def lariat(*arguments, folder):
    return subprocess.run([PROGRAM, *map(str, arguments)], cwd=folder, capture_output=True, text=True, encoding="utf-8", errors="replace",
                          timeout=120, stdin=subprocess.DEVNULL)


class PageTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.temporary.name)
        cls.browser = browser.Browser()

    @classmethod
    def tearDownClass(cls):
        cls.browser.__exit__()
        cls.temporary.cleanup()

    def page(self, name, text, *options, command="check", code=1):
        model = self.folder / name
        model.write_text(text, encoding="utf-8")
        page = self.folder / (name + ".html")
        done = lariat(command, model.name, *options, "--html", page.name, folder=self.folder)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        self.browser.messages.clear()
        self.browser.open(page)
        return page

    def see(self, script):
        return self.browser.evaluate(script)

    def text(self, selector):
        return self.see(f"document.querySelector({json.dumps(selector)}).innerText")

    def check_quiet(self, page):
        """The page reads itself and nothing else, and has no errors."""
        self.assertEqual([url for url in self.browser.requests if not url.startswith(("about:", page.resolve().as_uri()))], [])
        self.assertEqual(self.browser.messages, [])

    def test_shows_verdicts_and_steps(self):
        page = self.page("server.pml", SERVER)
        self.assertIn("violated", self.text("table.verdicts"))
        self.assertIn("waiting[1]", self.text("table.verdicts"))
        self.assertIn("answered", self.text("#run-title"))
        self.assertIn("Initial state", self.text("#state"))
        self.see("document.querySelector('[aria-label^=\"next step\"]').click()")
        self.assertEqual(self.see("document.querySelector('.row.current .number').textContent"), "1")
        self.assertIn("Step 1", self.text("#step"))
        self.assertIn("step=1", self.see("location.hash"))
        self.see("document.getElementById('rows').focus()")
        self.browser.press("ArrowDown")
        self.assertIn("Step 2", self.text("#step"))
        self.assertIn("step 2:", self.text("#live"))
        self.browser.press("End")
        last = self.see("document.querySelector('input[type=range]').value")
        self.assertEqual(last, self.see("document.querySelector('input[type=range]').max"))
        self.see("const s = document.querySelector('input[type=range]'); s.value = 3; s.dispatchEvent(new Event('input'))")
        self.assertIn("Step 3", self.text("#step"))
        self.see("document.querySelectorAll('button.open-run')[1].click()")
        self.assertIn("few", self.text("#run-title"))
        self.check_quiet(page)

    def test_draws_messages_atoms_and_the_lasso(self):
        self.page("server.pml", SERVER)
        self.assertGreaterEqual(self.see("document.querySelectorAll('svg.chart .message.buffered').length"), 1)
        self.assertEqual(self.see("document.querySelectorAll('svg.chart path.lasso').length"), 1)
        self.assertEqual(self.see("document.querySelectorAll('.lane-head').length"), 3)
        self.assertGreaterEqual(self.see("document.querySelectorAll('.row .truth.yes').length"), 1)
        self.assertIn("from here on `waiting[1]` always holds", self.text("#rows"))
        # The source shows where the processes are, and who moved.
        self.see("document.getElementById('rows').focus()")
        self.browser.press("ArrowDown")
        self.assertIn("moved", self.text("#source"))
        self.assertGreaterEqual(self.see("document.querySelectorAll('#source .who').length"), 3)

    def test_nothing_covers_anything_else(self):
        self.page("server.pml", SERVER, "--coverage")
        # Executions stand left of the source, and are wide enough for what they say.
        self.assertEqual(self.see("[...document.querySelectorAll('#source .count')].filter((c) => c.scrollWidth > c.clientWidth + 1).length"), 0)
        # The label of a message in a channel lies below its line, which ends where it is received.
        crossed = self.see("""[...document.querySelectorAll('svg.chart g')].filter((g) => {
            const line = g.querySelector('.buffered');
            return line && !g.querySelector('.waiting') && g.querySelector('text').getBBox().y < Math.max(line.y1.baseVal.value, line.y2.baseVal.value); }).length""")
        self.assertEqual(crossed, 0)
        # Names of atoms can be read, also those of one letter.
        self.assertEqual(self.see("[...document.querySelectorAll('.atom-head')].filter((head) => head.scrollHeight > head.clientHeight && head.clientHeight < 120).length"), 0)
        # The last step is in the window after a jump to it, also where the frame of the chart is not.
        self.see("document.querySelector('[aria-label^=\"last step\"]').click()")
        self.assertTrue(self.see("""(() => { const row = document.querySelector('.row.current').getBoundingClientRect();
            return row.top >= 0 && row.bottom <= window.innerHeight; })()"""))

    def test_a_message_that_nobody_receives(self):
        self.page("lost.pml", "chan c = [2] of { byte }; active proctype P() { c!1; c!2; c?_; assert(false) }")
        self.assertEqual(self.see("document.querySelectorAll('svg.chart .waiting').length"), 1)
        self.assertEqual(self.see("document.querySelector('svg.chart .waiting ~ text title').textContent"), "c!2 (not received in this run)")

    def test_long_names_of_processes_keep_their_numbers(self):
        self.page("names.pml", "byte x; active [3] proctype a_name_that_is_too_long_for_a_column() { x++; assert(x < 3) }")
        heads = self.see("[...document.querySelectorAll('.lane-head')].map((head) => head.textContent)")
        self.assertEqual([head[-3:] for head in heads], ["[0]", "[1]", "[2]"])
        self.assertEqual(self.see("[...document.querySelectorAll('.lane-head')].filter((head) => head.scrollWidth > head.clientWidth + 1).length"), 0)
        self.assertRegex(self.see("document.querySelector('#row-1 .text').textContent"), r"\]\s+x\+\+$")

    def test_searches_copies_and_links(self):
        page = self.page("server.pml", SERVER)
        self.see("const f = document.querySelector('input[type=search]'); f.value = 'requests!'; f.dispatchEvent(new Event('input'))")
        self.assertRegex(self.text("#hits"), r"^[1-9]\d* found$")
        self.see("document.querySelector('input[type=search]').dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', bubbles: true}))")
        self.assertIn("requests!", self.text("#step"))
        self.browser.call("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
        copied = self.see("""(async () => {
            let text = ''; navigator.clipboard.writeText = async (t) => { text = t; };
            [...document.querySelectorAll('button')].find((b) => b.textContent === 'Copy as text').click();
            await new Promise((r) => setTimeout(r, 50)); return text; })()""")
        self.assertIn("repeats for ever", copied)
        self.assertIn("requests!", copied)
        self.browser.open(page, "#run=2&step=1")
        self.assertIn("few", self.text("#run-title"))
        self.assertIn("Step 1", self.text("#step"))

    def test_text_of_a_model_is_text(self):
        page = self.page("evil<script>alert(1)<'\"&.pml", EVIL)
        self.assertNotEqual(self.see("document.title"), "hacked")
        self.assertEqual(self.see("document.querySelectorAll('img').length"), 0)
        self.assertEqual(self.see("document.querySelectorAll('script').length"), 2)
        self.browser.press("End")
        everything = self.see("document.body.innerText")
        self.assertIn("<img src=x", everything)
        self.assertNotIn("\u202e", everything)
        self.assertNotIn("\x1b", everything)
        self.assertNotRegex(page.read_text(encoding="utf-8"), r"<script>document\.title")
        self.check_quiet(page)

    def test_long_runs_stay_fluent(self):
        page = self.page("long.pml", COUNTER)
        self.assertLess(page.stat().st_size, 8_000_000)
        self.assertLess(self.see("document.querySelectorAll('.row').length"), 200)
        self.assertEqual(self.see("document.querySelector('input[type=range]').max"), "12000")
        slow = self.see("""(() => {
            const slider = document.querySelector('input[type=range]');
            let worst = 0;
            for (let i = 0; i <= 20; ++i) {
              const start = performance.now();
              slider.value = i * 600; slider.dispatchEvent(new Event('input'));
              worst = Math.max(worst, performance.now() - start);
            }
            return worst; })()""")
        self.assertLess(slow, 500)
        self.assertIn("`x < 6000` is false", self.text("#step"))

    def test_prints_and_is_dark(self):
        self.page("server.pml", SERVER)
        light = self.see("getComputedStyle(document.body).backgroundColor")
        self.browser.media(scheme="dark")
        self.assertNotEqual(self.see("getComputedStyle(document.body).backgroundColor"), light)
        self.browser.media(media="print")
        self.assertEqual(self.see("getComputedStyle(document.querySelector('.toolbar')).display"), "none")
        self.browser.media()

    def test_simulate_and_replay_write_pages(self):
        page = self.page("server.pml", SERVER, "--steps", "20", command="simulate", code=0)
        self.assertGreater(int(self.see("document.querySelector('input[type=range]').max")), 3)
        self.assertIn("How it ends", self.see("document.body.innerText"))
        lariat("check", "server.pml", "--property", "few", "--trace", "run.json", folder=self.folder)
        done = lariat("replay", "server.pml", "run.json", "--html", page.name, folder=self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.browser.open(page)
        self.assertIn("violates", self.text("#run-title"))

    def test_small_spaces_are_drawn(self):
        text = "byte x;\nactive proctype P() {\n  do\n  :: x < 3 -> x++\n  :: x > 5 -> x = 0\n  od\n}\nltl small { [] (x < 3) }\n"
        self.page("tiny.pml", text)
        self.assertGreaterEqual(self.see("document.querySelectorAll('#space .node.on-run').length"), 3)


if __name__ == "__main__":
    if browser.program() is None:
        print("no Chromium: skipped")
        sys.exit(77)
    if not os.access(PROGRAM, os.X_OK):
        print("no program: skipped")
        sys.exit(77)
    unittest.main()
