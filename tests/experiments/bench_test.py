# SPDX-License-Identifier: Apache-2.0
"""lariat bench: runs are recorded, resumed and reported; whatever goes wrong with one of them is a row."""

import csv
import os
import pathlib
import random
import resource
import shlex
import signal
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
import program  # noqa: E402
from program import PROGRAM, ROOT, environment, run, run_json  # noqa: E402

TIMES = {"seconds", "cpu", "wall", "peak_rss"}
MODELS = ["promela/peterson.pml", "promela/hyman.pml", "dve/peterson_property.dve"]


def rows_of(path, without=frozenset()):
    with path.open(newline="", encoding="utf-8") as file:
        return [{name: value for name, value in row.items() if name not in without} for row in csv.DictReader(file)]


class Bench(program.Case):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.models = self.folder / "models"
        self.models.mkdir()
        for name in MODELS:
            (self.models / pathlib.Path(name).name).write_bytes((ROOT / "models" / name).read_bytes())
        self.csv = self.folder / "out" / "emptiness.csv"

    def arguments(self, *more, out="out"):
        return ["bench", "emptiness", "--models", str(self.models), "--out", str(self.folder / out), *more]

    def bench(self, *more, out="out", **options):
        return run(*self.arguments(*more, out=out), **options)

    def test_one_row_a_run_with_all_to_run_it_again(self):
        done = self.expect(self.bench(), 0, stdout=["holds here: all searches give the same verdict", "published"])
        rows = rows_of(self.csv)
        self.assertEqual(len(rows), len({row["command"] for row in rows}))
        self.assertIn(f"{len(rows)} runs", done.stdout)
        digests = {}
        for row in rows:
            digests[row["model"]] = row["sha256"]
        for model, digest in digests.items():
            told = subprocess.run(["sha256sum", model], capture_output=True, text=True, check=True).stdout.split()[0]
            self.assertEqual(digest, told)
        chosen = random.Random(1).sample([row for row in rows if row["outcome"] == "done"], 5)
        for row in chosen:
            words = shlex.split(row["command"])
            self.assertEqual(words[0], "lariat")
            again = subprocess.run([PROGRAM, *words[1:]], capture_output=True, text=True, env=environment(), timeout=60, check=False)
            self.assertIn(f'"states":{row["states"]},"transitions":{row["transitions"]},', again.stdout.replace(" ", ""))
        refused = [row for row in rows if row["outcome"] == "refused"]
        self.assertEqual({row["variant"] for row in refused} - {"sd"}, set())

    def test_the_page_is_well_formed_and_needs_nothing_else(self):
        self.expect(self.bench(), 0)
        text = (self.folder / "out" / "emptiness.html").read_text(encoding="utf-8")
        body = text[text.index("<body>"):text.index("</body>") + len("</body>")]
        tree = xml.etree.ElementTree.fromstring(body)
        self.assertEqual(len(list(tree.iter("svg"))), 4)
        self.assertGreater(len(list(tree.iter("table"))), 2)
        for word in ("<script", "http:", "https:", "url(", "@import"):
            self.assertNotIn(word, text)
        self.assertIn("prefers-color-scheme: dark", text)
        self.assertIn("@media print", text)
        self.assertIn("@page { size: landscape", text)  # the widest table has 19 columns

    def test_resumes_after_kills_with_the_same_results(self):
        self.expect(self.bench(out="whole"), 0)
        whole = rows_of(self.folder / "whole" / "emptiness.csv", TIMES)
        chance = random.Random(5)
        for attempt, how in enumerate([signal.SIGKILL, signal.SIGINT, signal.SIGTERM, signal.SIGKILL]):
            more = ["--resume"] if attempt else []
            child = subprocess.Popen([PROGRAM, *self.arguments(*more)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                                     env=environment())
            time.sleep(chance.uniform(0.05, 0.4))
            child.send_signal(how)
            errors = child.communicate(timeout=30)[1]
            if how != signal.SIGKILL and child.returncode != 0:
                self.assertEqual(child.returncode, 3, errors)
                self.assertIn("--resume goes on", errors)
            if self.csv.exists() and how == signal.SIGKILL:  # torn in the middle of a line, too
                with self.csv.open("r+b") as file:
                    file.truncate(max(self.csv.stat().st_size - chance.randrange(200), 0))
                if not self.csv.stat().st_size:
                    self.csv.unlink()
                elif b"\n" not in self.csv.read_bytes():
                    self.csv.unlink()
        self.expect(self.bench("--resume", "--jobs", "2"), 0)
        self.assertEqual([{**row, "command": ""} for row in rows_of(self.csv, TIMES)], [{**row, "command": ""} for row in whole])

    def test_resume_runs_changed_models_again(self):
        self.expect(self.bench(), 0)
        before = {row["command"]: row for row in rows_of(self.csv)}
        changed = self.models / "hyman.pml"
        changed.write_text(changed.read_text() + "\n// changed\n")
        self.expect(self.bench("--resume"), 0)
        for row in rows_of(self.csv):
            is_same = row["sha256"] == before[row["command"]]["sha256"]
            self.assertEqual(is_same, "hyman" not in row["model"])
            if is_same:
                self.assertEqual(row, before[row["command"]])  # times, too: it did not run again

    def test_results_are_not_overwritten(self):
        self.expect(self.bench(), 0)
        before = self.csv.read_bytes()
        self.expect(self.bench(), 2, stderr="--resume")
        self.assertEqual(self.csv.read_bytes(), before)

    def test_a_model_that_does_not_parse_is_a_row(self):
        (self.models / "broken.pml").write_text("active proctype P() { x = 1 }\n")
        self.expect(self.bench(), 0, stdout=["broken.pml", "not declared"])
        broken = [row for row in rows_of(self.csv) if "broken" in row["model"]]
        self.assertEqual([row["outcome"] for row in broken], ["error"])
        self.assertIn(":1:23:", broken[0]["detail"])

    def test_limits_are_rows(self):
        self.expect(self.bench("--max-states", "5"), 0)
        self.assertIn("limit", {row["outcome"] for row in rows_of(self.csv)})

    def test_bad_input(self):
        empty = self.folder / "empty"
        empty.mkdir()
        self.expect(run("bench", "emptiness", "--models", empty, "--out", self.folder / "x"), 2, stderr="empty")
        self.expect(run("bench", "emptiness", "--models", self.folder / "nowhere", "--out", self.folder / "x"), 2, stderr="--models")
        self.expect(run("bench", "nothing"), 2, stderr="leader-election")
        self.expect(run("bench", "emptiness", "--graphs", "3"), 2, stderr="random-graphs")
        self.assertFalse((self.folder / "x").exists())
        blocked = self.folder / "file"
        blocked.write_text("")
        self.expect(self.bench(out="file"), 2, stderr="file")
        (self.folder / "out").mkdir()
        self.csv.write_text("something,else\n1,2\n")
        self.expect(self.bench("--resume"), 2, stderr="choose another --out")
        self.assertEqual(self.csv.read_text(), "something,else\n1,2\n")

    def test_two_suites_do_not_share_a_folder(self):
        with subprocess.Popen([PROGRAM, *self.arguments("--runs", "50")], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              env=environment()) as first:
            try:
                for _ in range(200):
                    if self.csv.exists():
                        break
                    time.sleep(0.05)
                self.expect(self.bench("--resume"), 2, stderr="another lariat bench")
            finally:
                first.kill()

    def test_a_full_disk_ends_with_a_message(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000))  # bytes of a file; SIGXFSZ is an error of writing here

        done = self.bench(preexec_fn=limit)
        self.expect(done, 2, stderr="cannot write")
        self.expect(self.bench("--resume"), 0)  # and the rows before it are of use

    def test_progress_has_an_estimate(self):
        (self.models / "slow.pml").write_bytes((ROOT / "models" / "promela" / "extinction_2.pml").read_bytes())
        done = self.bench("--progress", "json", "--runs", "2")
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stderr, r'"done":\d+,"planned":\d+,"seconds":[0-9.e-]+,"seconds_left":[0-9.]+')

    def test_all_makes_one_page(self):
        """Every suite on small models. extinction stands for leader election; only its name decides."""
        (self.models / "extinction.pml").write_bytes((ROOT / "models" / "promela" / "chang_roberts.pml").read_bytes())
        (self.models / "token_ring.dve").write_bytes((ROOT / "models" / "dve" / "token_ring.dve").read_bytes())
        script = [ROOT / "scripts" / "reproduce", "--small", "--models", self.models, "--out", self.folder / "out"]
        done = self.expect(subprocess.run(script, capture_output=True, text=True, env=environment(LARIAT_PROGRAM=PROGRAM), timeout=60,
                                          check=False), 0, stdout=["One page of all"])
        self.assertNotIn("DOES NOT HOLD", done.stdout)
        text = (self.folder / "out" / "all.html").read_text(encoding="utf-8")
        xml.etree.ElementTree.fromstring(text[text.index("<body>"):text.index("</body>") + len("</body>")])
        names = [name for name in program.run("bench", "x").stderr.replace(",", " ").split() if (self.folder / "out" / f"{name}.csv").exists()]
        self.assertEqual(len(names), 6, names)
        for name in names:
            self.assertIn(f'<section id="{name}">', text)
            self.assertTrue((self.folder / "out" / f"{name}.html").exists())
        provisos = [row for row in rows_of(self.folder / "out" / "provisos.csv") if "token_ring" in row["model"]]
        self.assertEqual(len(provisos), 2 * 28)
        self.assertEqual({row["part"] for row in provisos}, {f"{i}/28" for i in range(1, 29)})
        sizes = {(row["product"], row["variant"]): float(row["states"]) for row in provisos}
        self.assertEqual((sizes["stubborn", "Full"], sizes["stubborn", "None"]), (160, 20))  # docs/cli.md, compare --provisos
        self.assertEqual(sizes["closure", "Full"], 160)
        self.assertLess(sizes["stubborn", "CondDest"], sizes["closure", "CondDest"])
        shortest = [row for row in rows_of(self.folder / "out" / "minimal.csv") if row["variant"] == "min-bfs" and row["lasso"]]
        self.assertTrue(shortest)

    def test_all_leaves_out_suites_without_models(self):
        done = self.expect(run("bench", "all", "--models", self.models, "--only", "peterson_property", "--out", self.folder / "out", "--runs", "1",
                               "--parts", "explore"), 0, stderr=["leader-election is left out", "provisos is left out", "peers is left out"])
        self.assertIn("One page of all", done.stdout)
        self.assertTrue((self.folder / "out" / "emptiness.csv").exists())
        self.expect(run("bench", "all", "--models", self.folder / "nowhere", "--out", self.folder / "out"), 2, stderr="nowhere")

    def test_provisos_choose_models_by_a_table(self):
        """Of models that a table lists, 38; here all of them. Others are left out."""
        (self.models / "token_ring.1.dve").write_bytes((ROOT / "models" / "dve" / "token_ring.dve").read_bytes())
        (self.models / "dekker.2.dve").write_bytes((ROOT / "models" / "dve" / "dekker.dve").read_bytes())
        (self.models / "hyman.3.dve").write_bytes((ROOT / "models" / "dve" / "hyman.dve").read_bytes())
        table = self.folder / "classes.csv"
        table.write_text("family,instance,model_type,states\ntoken_ring,1,protocol,160\ndekker,2,mutex,200\nother,1,mutex,3\n")
        arguments = ["bench", "provisos", "--models", self.models, "--out", self.folder / "out", "--runs", "1", "--classes"]
        self.expect(run(*arguments, table), 0, stdout=["protocol ", "mutex ", "the smaller half", "closure: CondDest keeps fewer states than Dest"])
        rows = rows_of(self.folder / "out" / "provisos.csv")
        self.assertEqual({(row["subject"], row["class"]) for row in rows}, {("token_ring.1.dve", "protocol"), ("dekker.2.dve", "mutex")})
        self.assertEqual({row["product"] for row in rows}, {"stubborn", "closure"})
        table.write_text("family,instance,model_type,states\nother,1,mutex,3\n")
        self.expect(run(*arguments, table, "--resume"), 2, stderr="no model of this table")
        self.expect(run(*arguments, self.models / "hyman.pml", "--resume"), 2, stderr="model_type")
        self.expect(run("bench", "emptiness", "--classes", table), 2, stderr="is for provisos")

    def test_the_naive_combination_misses_a_counterexample(self):
        """Holzmann, Peled and Yannakakis 1996, section 4, on a model of ours; no way of section 5 misses it."""
        model = self.models / "readers_writers.pml"
        model.write_bytes((ROOT / "models" / "promela" / "readers_writers.pml").read_bytes())
        self.expect(run("bench", "nested-reduction", "--models", self.models, "--only", "readers", "--out", self.folder / "out"), 0,
                    stdout=["holds here: the naive combination misses counterexamples", "no run found"])
        rows = rows_of(self.folder / "out" / "nested-reduction.csv")
        verdicts = {row["variant"]: row["verdict"] for row in rows if row["subject"] == "readers_writers.pml:no_starvation"}
        self.assertEqual(verdicts, {"full": "violated", "select-bit": "violated", "select-number": "violated", "discard": "violated",
                                    "naive": "unknown"})
        self.assertNotIn("holds", {row["verdict"] for row in rows if row["variant"] == "naive"})
        self.expect(run("check", model, "--por", "ample", "--proviso", "Source", "--algorithm", "hpy", "--nested-por", "naive"), 2, stdout="experiments with cvwy")

    def test_json(self):
        report, code = run_json(*self.arguments())
        self.assertEqual((code, report["command"], report["input"], report["complete"]), (0, "bench", "emptiness", True))
        self.assertTrue(all(claim["holds"] is not False for claim in report["claims"] if claim["proven"]))
        self.assertTrue(pathlib.Path(report["csv"]).exists() and pathlib.Path(report["page"]).exists())


if os.name == "posix":
    program.main()
