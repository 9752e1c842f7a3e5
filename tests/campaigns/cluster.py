#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Searches by several processes, held to what is known of the models, and to themselves after they were killed.

    tests/campaigns/cluster.py counts formulas programs kills --output FOLDER [--max-states N] [--seed S] [--number K] [--only REGEX]

counts     BEEM's models, by 1, 2, 3, 5 and 8 ranks: states, transitions, deadlocks, levels, largest degree of BEEM's table
formulas   BEEM's questions, by one of these numbers of ranks each: the table's answers
programs   --number random programs: counts, verdicts, lengths of shortest runs, formulas with and without fairness, reduced and not,
           saved and resumed, by ranks that are threads (tests/cluster/ranks_test.cpp)
kills      --number moments at which a rank, or the whole job, is killed, or the file system is full: the search then goes on with
           some number of ranks, and must reach the figures of one process

Each question that was answered is a line of FOLDER/done.jsonl and is not asked again. BEEM is looked for in ../shared/beem beside the
checkout. Ends with 1 if an answer was wrong.
"""

import argparse
import csv
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
BEEM = ROOT.parent / "shared" / "beem"
MPIRUN = ["mpirun", "--oversubscribe", *(["--allow-run-as-root"] if os.geteuid() == 0 else [])]
RANKS = (1, 2, 3, 5, 8)
CHUNK = 20  # random programs that one test program does


class Campaign:
    def __init__(self, options):
        self.options = options
        self.folder = pathlib.Path(options.output)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.file = self.folder / "done.jsonl"
        self.done = {}
        if self.file.exists():
            for line in self.file.read_text(encoding="utf-8").splitlines():
                if line.endswith("}"):
                    row = json.loads(line)
                    self.done[row["key"]] = row
        self.wrong = sum(not row["ok"] for row in self.done.values())

    def ask(self, key, question):
        """Asks unless it was asked before. The question returns whether all is well, and what to remember."""
        if key in self.done:
            return
        ok, about = question()
        row = {"key": key, "ok": ok, **about}
        self.done[key] = row
        with self.file.open("a", encoding="utf-8") as out:
            out.write(json.dumps(row) + "\n")
        if not ok:
            self.wrong += 1
            print("WRONG", json.dumps(row), flush=True)

    def command(self, ranks, *arguments):
        alone = [self.options.program, *map(str, arguments), "--json"]
        return alone if ranks == 0 else [*MPIRUN, "-n", str(ranks), *alone]

    def run(self, ranks, *arguments, timeout=1800):
        """What the program prints, or nothing."""
        done = subprocess.run(self.command(ranks, *arguments), stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
                              timeout=timeout)
        try:
            return json.loads(done.stdout), done
        except json.JSONDecodeError:
            return None, done

    def wanted(self, name):
        return re.search(self.options.only, name) is not None

    def counts(self):
        for row in csv.DictReader((BEEM / "oracle.csv").open(encoding="utf-8")):
            name = f"{row['family']}.{row['instance']}"
            if not row["dve_file"] or row["states_complete"] != "yes" or int(row["states"]) > self.options.max_states or not self.wanted(name):
                continue
            path = BEEM / row["dve_file"]
            expected = [int(row[key]) for key in ("states", "edges", "bfs_levels", "deadlocks")]
            for ranks in RANKS:
                def question(path=path, expected=expected, ranks=ranks):
                    report, done = self.run(ranks, "explore", path)
                    if report is None:
                        return False, {"stderr": done.stderr[-500:]}
                    statistics = report["statistics"]
                    found = [statistics[key] for key in ("states", "transitions", "levels", "deadlocks")]
                    sent = [sum(rank[key] for rank in report["ranks"]) for key in ("sent_states", "sent_bytes")]
                    return found == expected, {"found": found, "expected": expected, "sent": sent, "state_bytes": statistics["state_bytes"]}
                self.ask(f"counts {name} {ranks}", question)

    def formulas(self):
        sizes = {(row["family"], row["instance"]): row for row in csv.DictReader((BEEM / "oracle.csv").open(encoding="utf-8"))}
        rng = random.Random(self.options.seed)
        for row in csv.DictReader((BEEM / "oracle_ltl.csv").open(encoding="utf-8")):
            ranks = rng.choice(RANKS)
            model = sizes.get((row["family"], row["instance"]))
            name = f"{row['family']}.{row['instance']} {row['prop_id']}"
            if model is None or not model["dve_file"] or int(model["states"] or 10**12) > self.options.max_states or not self.wanted(name):
                continue
            if row["ltl_holds"] not in ("yes", "no"):
                continue
            definitions = [item for atom, text in json.loads(row["aps"]).items() for item in ("--define", f"{atom}={text}")]

            def question(path=BEEM / model["dve_file"], row=row, ranks=ranks, definitions=definitions):
                report, done = self.run(ranks, "check", path, "--ltl", row["ltl_formula"], *definitions)
                if report is None:
                    return False, {"ranks": ranks, "stderr": done.stderr[-500:]}
                verdict = report["properties"][0]["verdict"]
                return verdict == ("holds" if row["ltl_holds"] == "yes" else "violated"), {"ranks": ranks, "verdict": verdict}
            self.ask(f"formulas {name}", question)

    def programs(self):
        tests = pathlib.Path(self.options.program).resolve().parents[1] / "tests" / "cluster_tests"
        for first in range(self.options.seed, self.options.seed + self.options.number, CHUNK):
            def question(first=first):
                environment = {**os.environ, "LARIAT_SEED": str(first), "LARIAT_SYSTEMS": str(CHUNK)}
                done = subprocess.run([tests, "--gtest_filter=Ranks.*", "--gtest_brief=1"], capture_output=True, text=True, check=False,
                                      env=environment)
                # How many programs come to something is no matter of so few.
                text = re.sub(r"\S+: Failure\nExpected: \((compared|violated|resumed|decided|holds|decided \* 10|reduced)\) > .*\n", "",
                              done.stdout)
                return ": Failure" not in text and done.returncode in (0, 1), {} if done.returncode == 0 else {"output": text[-2000:]}
            self.ask(f"programs {first}", question)

    def kills(self):
        path = self.folder / "counters.dve"
        path.write_text("".join(f"int x{i} = 0;\n" for i in range(5)) + "".join(
            f"process P{i} {{ state a; init a; trans a -> a {{ guard x{i} < 7; effect x{i} = x{i} + 1; }}; }}\n" for i in range(5)) +
            "system async;\n", encoding="utf-8")
        questions = (("explore", path), ("check", path, "--invariant", "x4 < 8", "--invariant", "x3 < 7 || x4 < 7"),
                     ("check", path, "--ltl", "F G (x0 == 7)", "--ltl", "G (x0 < 7)", "--algorithm", "owcty"))
        expected = [figures(self.run(0, *question[:-2] if question[-1] == "owcty" else question)[0]) for question in questions]
        for number in range(self.options.number):
            rng = random.Random(f"{self.options.seed} {number}")
            which = number % len(questions)

            def question(rng=rng, which=which):
                return self.kill_and_resume(questions[which], expected[which], rng)
            self.ask(f"kills {self.options.seed} {number}", question)

    def kill_and_resume(self, arguments, expected, rng):
        """One moment: then the search goes on to its end."""
        saved = self.folder / "saved"
        shutil.rmtree(saved, ignore_errors=True)
        saved.mkdir()
        how = rng.choice(("rank", "rank", "job", "full", "interrupt"))
        first, second = rng.randint(1, 4), rng.randint(1, 4)
        command = self.command(first, *arguments, "--checkpoint", saved, "--every", 0.01)
        own = ["unshare", "-m"] if os.geteuid() == 0 else ["unshare", "-rm"]
        if how == "full":  # a small file system, of which a copy stays
            script = f'mount -t tmpfs -o size={rng.randint(40, 900)}k none "$1" && d=$1 c=$2 && shift 2 && "$@"; cp -a "$d" "$c"'
            copy = self.folder / "copy"
            shutil.rmtree(copy, ignore_errors=True)
            command = [*own, "sh", "-c", script, "sh", str(saved), str(copy), *command]
        moment = rng.uniform(0.3, 3.0)
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                 start_new_session=True)
        try:
            out, err = child.communicate(timeout=600 if how == "full" else moment)
            how += ", too late"
        except subprocess.TimeoutExpired:
            try:
                ranks = [int(one) for one in pathlib.Path(f"/proc/{child.pid}/task/{child.pid}/children").read_text(encoding="ascii").split()]
                if how == "rank" and ranks:
                    os.kill(rng.choice(ranks), signal.SIGKILL)
                else:
                    os.killpg(child.pid, signal.SIGTERM if how == "interrupt" else signal.SIGKILL)
                out, err = child.communicate(timeout=120)
            except ProcessLookupError:
                out, err = child.communicate()
        about = {"how": how, "moment": round(moment, 2), "ranks": [first, second]}
        if how.startswith("full"):
            saved = self.folder / "copy"
            if figures(parse(out)) != expected:  # a full disk does not end the search
                return False, {**about, "stderr": err[-500:]}
        there = sorted(file.name for file in saved.iterdir())
        resume = ["--resume", saved] if any("." not in name for name in there) else []
        report, done = self.run(second, *arguments, *resume)
        ok = report is not None and figures(report) == expected
        return ok, {**about, "resumed": bool(resume), **({} if ok else {"stderr": done.stderr[-500:], "there": there})}


def parse(text):
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return None


def figures(report):
    """What must not depend on ranks and interruptions."""
    if report is None:
        return None
    if "properties" in report:
        return [[p["verdict"], len(p["lasso"]["stem"]) if p.get("lasso") and p["kind"] != "ltl" else None] for p in report["properties"]]
    return [report["statistics"][key] for key in ("states", "transitions", "post_calls", "deadlocks", "levels", "max_out_degree")]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("parts", nargs="+", choices=("counts", "formulas", "programs", "kills"))
    parser.add_argument("--only", default="", metavar="REGEX", help="BEEM's models whose names match")
    parser.add_argument("--program", default=str(ROOT / "build" / "release" / "bin" / "lariat"))
    parser.add_argument("--output", required=True, metavar="FOLDER")
    parser.add_argument("--max-states", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--number", type=int, default=2000, help="random programs, or moments")
    options = parser.parse_args()
    if shutil.which("mpirun") is None:
        print("skipped: there is no mpirun")
        return 77
    if not BEEM.exists() and {"counts", "formulas"} & set(options.parts):
        print("skipped: there is no", BEEM)
        return 77
    campaign = Campaign(options)
    for part in options.parts:
        getattr(campaign, part)()
    print(f"{len(campaign.done)} questions, {campaign.wrong} wrong")
    return 1 if campaign.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
