# SPDX-License-Identifier: Apache-2.0
"""scripts/tidy finds what clang-tidy finds, and does not look again at files that were clean and have not changed."""

import json
import pathlib
import re
import shutil
import subprocess
import tempfile

import tree

GOOD = "#include \"src/a.hpp\"\nint twice(int x) { return 2 * x; }\n"
BAD = "typedef int number;\n"  # modernize-use-using
RULE = "rule compile\n  command = c++ -MD -MF $out.d -c $in -o $out\n  depfile = $out.d\n  deps = gcc\n"


def main():
    for name in ("clang-tidy", "ninja", "c++"):
        if not shutil.which(name):
            tree.skip(f"{name} is missing")
    problems = []
    with tempfile.TemporaryDirectory() as name:
        build = pathlib.Path(name).resolve()
        sources = [build / "a.cpp", build / "b.cpp"]
        (build / ".clang-tidy").write_bytes((tree.ROOT / ".clang-tidy").read_bytes())
        (build / "src").mkdir()  # whose headers are checked, too
        (build / "src" / "a.hpp").write_text("int twice(int x);\n", encoding="utf-8")
        for source in sources:
            source.write_text(GOOD, encoding="utf-8")
        (build / "build.ninja").write_text(RULE + "".join(f"build {s.stem}.o: compile {s}\n" for s in sources), encoding="utf-8")
        commands = [{"directory": name, "command": f"c++ -o {s.stem}.o -c {s}", "file": str(s)} for s in sources]
        (build / "compile_commands.json").write_text(json.dumps(commands), encoding="utf-8")

        def expect(what, code, skipped, found, *options):
            subprocess.run(["ninja", "-C", name], check=True, capture_output=True)
            run = subprocess.run([tree.ROOT / "scripts" / "tidy", name, *options], text=True, capture_output=True)
            counts = re.search(r"of which (\d+) have not changed .*; (\d+) with findings", run.stdout)
            if run.returncode != code or not counts or [int(n) for n in counts.groups()] != [skipped, found]:
                problems.append(f"{what}: {run.returncode}, {run.stdout}{run.stderr}")
            if found and "modernize-use-using" not in run.stdout:
                problems.append(f"{what}: the finding is not shown: {run.stdout}")

        expect("at first", 0, 0, 0)
        expect("nothing has changed", 0, 2, 0)
        expect("by a pattern", 0, 1, 0, "/b[.]cpp$")
        expect("all once more", 0, 0, 0, "--all")
        sources[1].write_text(GOOD + BAD, encoding="utf-8")
        expect("one file is bad", 1, 1, 1)
        expect("and still is", 1, 1, 1)
        sources[1].write_text(GOOD, encoding="utf-8")
        (build / "src" / "a.hpp").write_text("int twice(int x);\n" + BAD, encoding="utf-8")
        expect("the header is bad", 1, 0, 2)
        (build / "src" / "a.hpp").write_text("int twice(int x);\nint half(int x);\n", encoding="utf-8")
        expect("the header has changed", 0, 0, 0)
    tree.finish(problems, "done")


main()
