# SPDX-License-Identifier: Apache-2.0
"""Sources are of a size to be read, name their licence, write through one place, and scripts are scripts."""

import os
import pathlib
import re
import subprocess
import tempfile

import tree

MAX_LINES = 700
LICENCE = "SPDX-License-Identifier: Apache-2.0"


def source_problems(path, text):
    lines = text.splitlines()
    if len(lines) > MAX_LINES:
        yield f"{path}: {len(lines)} lines, more than {MAX_LINES}: find its second concept and give it a file"
    if not lines or lines[0] != f"// {LICENCE}":
        yield f"{path}:1: must be `// {LICENCE}`"
    if path.suffix == ".hpp" and "#pragma once" not in lines:
        yield f"{path}: no #pragma once"


# What reaches the standard outputs is made printable in one file; nothing else in src/ and include/ writes there.
SINK = pathlib.PurePosixPath("src/cli/output.cpp")
WRITES = re.compile(r"std::(?:cout|cerr|clog)\b|\b(?:stdout|stderr)\s*[,)]|\b(?:std::)?(?:printf|puts|putchar|perror)\(|"
                    r"write\(STD(?:OUT|ERR)_FILENO")


def output_problems(path, text):
    if path == SINK or path.parts[0] not in ("src", "include"):
        return
    for number, line in enumerate(text.splitlines(), 1):
        code = re.sub(r'"(?:\\.|[^"\\])*"', '""', line.split("//")[0])
        if WRITES.search(code):
            yield f"{path}:{number}: writes past {SINK}, which makes output printable"


def script_problems(path):
    full = tree.ROOT / path
    run = subprocess.run(["bash", "-n", full], text=True, capture_output=True)
    if run.returncode:
        yield run.stderr.strip()
    if not os.access(full, os.X_OK):
        yield f"{path}: a script, but not executable"
    if LICENCE not in full.read_text(encoding="utf-8"):
        yield f"{path}: does not say {LICENCE}"


def self_test():
    path = pathlib.PurePosixPath("x.hpp")
    good = f"// {LICENCE}\n#pragma once\n"
    tree.expect(not list(source_problems(path, good)), "a good file is refused")
    tree.expect(len(list(source_problems(path, good + "\n" * MAX_LINES))) == 1, "a long file is not seen")
    tree.expect(len(list(source_problems(path, "\n"))) == 2, "a missing line is not seen")
    for line in ("std::cerr << x;", "std::fprintf(stderr, \"x\");", "printf(x);", "::write(STDOUT_FILENO, x, 1);"):
        tree.expect(len(list(output_problems(pathlib.PurePosixPath("src/x.cpp"), line))) == 1, f"not seen: {line}")
        tree.expect(not list(output_problems(SINK, line)), "the sink may write")
    for line in ("// printf(x)", 'text = "printf(";', "std::snprintf(x)", "isatty(STDERR_FILENO)", "out << x;"):
        tree.expect(not list(output_problems(pathlib.PurePosixPath("src/x.cpp"), line)), f"refused: {line}")
    with tempfile.TemporaryDirectory() as folder:
        script = pathlib.Path(folder, "x")
        script.write_text(f"#!/bin/bash\n# {LICENCE}\nif\n", encoding="utf-8")
        tree.expect(len(list(script_problems(script))) == 2, "a bad script is not seen")


def main():
    self_test()
    problems = []
    sources = tree.sources()
    for path in sources:
        problems += source_problems(path, tree.read(path))
        problems += output_problems(path, tree.read(path))
    scripts = tree.scripts()
    for path in scripts:
        problems += script_problems(path)
    tree.expect(pathlib.PurePosixPath("lariat") in scripts, "./lariat is not seen as a script")
    tree.finish(problems, f"{len(sources)} sources, {len(scripts)} scripts")


main()
