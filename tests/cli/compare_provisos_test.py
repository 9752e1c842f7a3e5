# SPDX-License-Identifier: Apache-2.0
"""lariat compare --provisos: the same figures as one exploration after the other has."""

import json
import math
import signal
import statistics
import subprocess
import time

import program
from program import MODELS, PROGRAM, ROOT, environment, run, run_json

DVE = ROOT / "models" / "dve"
PROMELA = ROOT / "models" / "promela"


def explore(path, proviso, seed, por="stubborn"):
    report, code = run_json("explore", path, "--por", por, "--proviso", proviso, "--order", seed, "--no-full")
    assert code == 0 and report["complete"]
    return report["statistics"]


def rows_of(report):
    return {row["proviso"]: row for row in report["rows"]}


class Figures(program.Case):
    def test_are_those_of_single_runs(self):
        for path, por, names in ((DVE / "alternating_bit.dve", "stubborn", ["Source", "CondDest", "Terminal"]),
                                 (PROMELA / "philosophers.pml", "ample", ["ColoredDest", "HighlinkDeepestDestScan"])):
            report, code = run_json("compare", "--provisos", path, "--por", por, "--runs", 4, "--seed", 7, "--only", ",".join(names))
            self.assertEqual((code, report["method"], report["runs"], report["seed"]), (0, por, 4, 7))
            rows = rows_of(report)
            self.assertEqual(set(rows), {"Full", *names})
            full, _ = run_json("explore", path)
            full = full["statistics"]
            self.assertEqual(rows["Full"]["states"], {"mean": full["states"], "deviation": None, "percent": 100})
            self.assertEqual(rows["Full"]["transitions"]["mean"], full["transitions"])
            for name in names:
                runs = [explore(path, name, seed, por) for seed in range(7, 11)]
                for what in ("states", "transitions"):
                    values = [one[what] for one in runs]
                    found = rows[name][what]
                    self.assertAlmostEqual(found["mean"], statistics.mean(values), msg=name)
                    self.assertAlmostEqual(found["deviation"], statistics.stdev(values), places=5, msg=name)
                    self.assertAlmostEqual(found["percent"], 100 * statistics.mean(values) / full[what], msg=name)
                self.assertAlmostEqual(rows[name]["expanded"], statistics.mean(one["expanded"] for one in runs), msg=name)
                self.assertEqual(rows[name]["runs"], 4)

    def test_some_proviso_depends_on_the_order(self):
        """Otherwise the test above would not notice if all runs had the same one."""
        self.assertGreater(len({explore(DVE / "alternating_bit.dve", "Source", seed)["states"] for seed in range(7, 11)}), 1)

    def test_none_does_not_depend_on_the_order(self):
        """The reduced set of a state is always the same, so what it leads to is."""
        row = rows_of(run_json("compare", "--provisos", DVE / "philosophers_ordered.dve", "--runs", 5, "--only", "None")[0])["None"]
        self.assertEqual((row["states"]["deviation"], row["transitions"]["deviation"], row["expanded"]), (0, 0, 0))

    def test_engines_agree(self):
        def figures(engine):
            report, code = run_json("compare", "--provisos", DVE / "token_ring.dve", "--runs", 2, "--engine", engine)
            self.assertEqual(code, 0)
            return {name: (row["states"], row["transitions"], row["expanded"]) for name, row in rows_of(report).items()}

        self.assertEqual(figures("native"), figures("interpreter"))


class Table(program.Case):
    def test_all_provisos(self):
        known = [one["name"] for one in run_json("provisos")[0]["provisos"]]
        lines = self.expect(run("compare", "--provisos", DVE / "peterson.dve", "--runs", 2), 0).stdout.splitlines()
        self.assertIn("stubborn sets, 2 random orders", lines[0])
        self.assertEqual(lines[1].split(), ["proviso", "states", "+-", "%", "transitions", "+-", "%", "expanded", "st/ms"])
        names = [line.split()[0].rstrip("*") for line in lines[2:-1]]
        self.assertEqual(sorted(names), sorted(known))
        self.assertEqual(names[:3], ["Full", "None", "Terminal"])
        self.assertIn("Terminal for what can be reached", lines[-1])
        self.assertEqual(len({len(line) for line in lines[1:-1]}), 1, "columns are aligned")
        states = [float(line.split()[1].replace(",", "")) for line in lines[5:-1]]
        self.assertEqual(states, sorted(states, reverse=True))

    def test_tables(self):
        text = self.expect(run("compare", "--provisos", DVE / "peterson.dve", "--runs", 1, "--sort", "tables"), 0).stdout
        groups = [[line.split()[0] for line in group.splitlines()] for group in text.split("\n\n")]
        self.assertEqual(len(groups), 4)
        self.assertTrue(all("Source" in name and "Dead" not in name for name in groups[1]))
        self.assertTrue(all("Dest" in name and "Dead" not in name for name in groups[2]))
        self.assertTrue(all(name.startswith(("Dead", "Highlink", "*")) for name in groups[3]))

    def test_names_in_any_letters(self):
        self.expect(run("compare", "--provisos", DVE / "peterson.dve", "--runs", 1, "--only", "conddest,source"), 0, ["CondDest", "Source", "Full"])

    def test_standard_input(self):
        self.expect(run("compare", "--provisos", "-", "--runs", 1, "--only", "Dest", text=(DVE / "peterson.dve").read_text(encoding="utf-8")), 0, "Dest")


class Refusals(program.Case):
    def test_usage(self):
        model = DVE / "peterson.dve"
        for arguments, why in ((["--provisos", MODELS / "gfa.hoa"], "is for a model"),
                               (["--provisos", model, model], "one model at a time"),
                               (["--provisos", model, "--runs", "0"], "'0' is not a whole number from 1"),
                               (["--provisos", model, "--only", "CondDst"], "CondDest"),
                               (["--provisos", model, "--only", "Source,,Dest"], "--only"),
                               (["--provisos", model, "--only", ""], "--only"),
                               (["--provisos", model, "--only", "SourceKnown"], "--only"),
                               (["--provisos", model, "--por", "none"], "no reduction 'none'"),
                               (["--provisos", model, "--ltl", "F x"], "--ltl"),
                               (["--provisos", model, "--order", "3"], "--seed"),
                               (["--provisos", model, "--fair"], "--fair"),
                               (["--provisos", DVE / "no_such_model.dve"], "no_such_model"),
                               ([model, "--ltl", "F x", "--runs", "3"], "is for --provisos"),
                               ([model, "--ltl", "F x", "--only", "Dest"], "is for --provisos")):
            done = self.expect(run("compare", *arguments), 2, stderr=why)
            self.assertEqual(done.stdout, "", arguments)


class Limits(program.Case):
    def test_states(self):
        """Provisos that stay below the limit are still measured."""
        path = DVE / "philosophers_ordered.dve"
        full = run_json("explore", path)[0]["statistics"]["states"]
        none = explore(path, "None", 1)["states"]
        self.assertLess(none, full - 1)
        report, code = run_json("compare", "--provisos", path, "--runs", 3, "--only", "None,Source", "--max-states", full - 1)
        rows = rows_of(report)
        self.assertEqual((code, rows["Full"]["complete"], rows["Full"]["runs"]), (3, False, 0))
        self.assertNotIn("states", rows["Full"])
        self.assertEqual((rows["None"]["complete"], rows["None"]["runs"]), (True, 3))
        self.assertEqual(rows["None"]["states"], {"mean": none, "deviation": 0, "percent": None})
        self.expect(run("compare", "--provisos", path, "--runs", 3, "--only", "None", "--max-states", full - 1), 3, "unknown")

    def test_time(self):
        start = time.monotonic()
        report, code = run_json("compare", "--provisos", DVE / "sliding_window.dve", "--runs", 1000, "--max-time", 2, "--engine", "interpreter")
        self.assertLess(time.monotonic() - start, 20)
        self.assertEqual(code, 3)
        rows = rows_of(report)
        self.assertTrue(rows["Full"]["complete"])
        stopped = [row for row in rows.values() if not row["complete"]]
        self.assertEqual(len(stopped), len(rows) - 1)
        self.assertEqual({row["reason"] for row in stopped}, {"the time limit was reached"})
        # Every proviso has its turn before one has another.
        runs = [row["runs"] for row in stopped]
        self.assertLessEqual(max(runs) - min(runs), 1)
        self.assertGreater(sum(runs), 0)

    def test_interruption(self):
        process = subprocess.Popen([PROGRAM, "compare", "--provisos", DVE / "sliding_window.dve", "--runs", "1000", "--json", "--progress", "json",
                                    "--engine", "interpreter"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment())
        try:
            while True:
                line = json.loads(process.stderr.readline())  # a line a second
                self.assertEqual(set(line), {"run", "runs", "proviso", "states", "seconds"})
                if line["proviso"] != "Full" or line["run"] > 1:
                    break
            process.send_signal(signal.SIGINT)
            out, _ = process.communicate(timeout=60)
        finally:
            process.kill()
            process.wait()
        self.assertEqual(process.returncode, 3)
        rows = rows_of(json.loads(out))
        self.assertTrue(rows["Full"]["complete"])
        self.assertEqual({row.get("reason") for name, row in rows.items() if name != "Full"}, {"interrupted"})
        self.assertTrue(all(math.isfinite(row["states"]["mean"]) for row in rows.values() if row["runs"]))


program.main()
