# SPDX-License-Identifier: Apache-2.0
"""scripts/build_times reads a log of ninja, adds up the rooms, and measures the CPU time of a compilation."""

import json
import pathlib
import subprocess
import tempfile

import tree

LOG = """# ninja log v5
0\t9000\t1\tsrc/CMakeFiles/lariat.dir/walk/a.cpp.o\taa
0\t4000\t1\tsrc/CMakeFiles/lariat.dir/walk/a.cpp.o\tbb
1000\t2500\t1\tsrc/CMakeFiles/lariat.dir/walk/b.cpp.o\tcc
500\t8500\t1\ttests/CMakeFiles/search_tests.dir/search/c_test.cpp.o\tdd
100\t90100\t1\tsrc/CMakeFiles/lariat.dir/gone/d.cpp.o\tee
0\t300\t1\tsrc/liblariat.a\tff
"""


def run(build, *options):
    done = subprocess.run([tree.ROOT / "scripts" / "build_times", build, *options], text=True, capture_output=True)
    return done.returncode, done.stdout + done.stderr


def rows(text):
    return [line.split() for line in text.splitlines()]


def main():
    problems = []
    with tempfile.TemporaryDirectory() as name:
        build = pathlib.Path(name)
        code, text = run(build)
        if code == 0 or "build first" not in text:
            problems.append(f"a folder without a log: {text}")
        (build / ".ninja_log").write_text(LOG, encoding="utf-8")
        for output in {line.split("\t")[3] for line in LOG.splitlines()[1:] if "/gone/" not in line}:
            (build / output).parent.mkdir(parents=True, exist_ok=True)
            (build / output).touch()
        source = build / "b.cpp"
        source.write_text("int x;\n", encoding="utf-8")
        command = f"ccache c++ -c {source} -o src/CMakeFiles/lariat.dir/walk/b.cpp.o"
        (build / "compile_commands.json").write_text(
            json.dumps([{"directory": name, "command": command, "file": str(source)}]), encoding="utf-8")

        code, text = run(build, "-n", "2")
        table = rows(text)
        # The last entry of an output counts, a deleted output does not, and files come by their time.
        for expected in (["8.0", "tests/search/c_test.cpp"], ["4.0", "src/walk/a.cpp"], ["8.0", "1", "tests/search"],
                         ["5.5", "2", "src/walk"], ["0.3", "1", "links", "and", "other", "commands"], ["13.8", "4", "all"]):
            if expected not in table:
                problems.append(f"no row {expected} in:\n{text}")
        if code or "b.cpp" in text or "gone" in text:
            problems.append(f"too much is printed:\n{text}")

        code, text = run(build, "--cpu")
        measured = [row for row in rows(text) if row[-1:] == ["src/walk/b.cpp"]]
        if code or len(measured) != 1 or len(measured[0]) != 3 or not 0 <= float(measured[0][1]) < 60:
            problems.append(f"no CPU time is measured:\n{text}")
        if ["4.0", "-", "src/walk/a.cpp"] not in rows(text):
            problems.append(f"what cannot be compiled has a CPU time:\n{text}")
    tree.finish(problems, "a log of 6 lines")


main()
