# SPDX-License-Identifier: Apache-2.0
"""The C++ in README.md and docs/ compiles. A program (with `main`) is also linked and run, and prints the block that follows it."""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(os.environ.get("LARIAT_SOURCE_DIR") or pathlib.Path(__file__).resolve().parents[2])
BUILD = pathlib.Path(os.environ.get("LARIAT_BUILD_DIR") or ROOT / "build" / "release")

# What the statements of a page may rely on.
PRELUDE = """#include <array>
#include <cstdio>
#include <iostream>
#include <unistd.h>
#include <vector>
#include "lariat/base/input.hpp"
#include "lariat/base/result.hpp"
#include "lariat/model/interpreter.hpp"
"""


def snippets(text):
    """(line, C++ text, the block that follows it or None)"""
    found = []
    for match in re.finditer(r"(?ms)^```cpp\n(.*?)^```\n", text):
        after = re.match(r"(?s)[^`#]*?^```\n(.*?)^```\n", text[match.end():], re.M)
        found.append((text.count("\n", 0, match.start()) + 1, match.group(1), after and after.group(1)))
    return found


def as_unit(code):
    """Statements become the body of a function."""
    if "int main(" in code:
        return code
    includes = "".join(line for line in code.splitlines(True) if line.startswith("#include"))
    body = "".join(line for line in code.splitlines(True) if not line.startswith("#include"))
    return (PRELUDE + includes + "using namespace lariat;\n"
            "[[maybe_unused]] static int report(const std::vector<Diagnostic>&) { return 1; }\n"
            "int snippet() {\n" + body + "return 0;\n}\n")


def settings():
    cache = dict(re.findall(r"(?m)^(\w+):\w+=(.*)$", (BUILD / "CMakeCache.txt").read_text(encoding="utf-8")))
    return [cache["CMAKE_CXX_COMPILER"], *cache.get("CMAKE_CXX_FLAGS", "").split(), "-std=c++20", f"-I{ROOT / 'include'}"]


def check(page, line, code, expected, folder):
    compiler = settings()
    source = pathlib.Path(folder, "snippet.cpp")
    source.write_text(as_unit(code), encoding="utf-8")
    program = pathlib.Path(folder, "snippet")
    libraries = list((BUILD / "src").glob("liblariat.*"))
    if "int main(" in code:
        command = [*compiler, source, libraries[0], "-lfmt", "-lpthread", "-ldl", f"-Wl,-rpath,{BUILD / 'src'}", "-o", program]
    else:
        command = [*compiler, "-fsyntax-only", source]
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode:
        return f"{page}:{line}: does not compile\n{done.stdout}"
    if "int main(" not in code:
        return None
    run = subprocess.run([program], cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if run.returncode:
        return f"{page}:{line}: ends with {run.returncode}\n{run.stdout}"
    if expected is None:
        return f"{page}:{line}: no block follows with what the program prints"
    if run.stdout != expected:
        return f"{page}:{line}: prints\n{run.stdout}instead of\n{expected}"
    return None


def main():
    if not list((BUILD / "src").glob("liblariat.*")):
        print("skipped: no library")
        sys.exit(77)
    problems = []
    count = 0
    with tempfile.TemporaryDirectory() as folder:
        for page in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
            for line, code, expected in snippets(page.read_text(encoding="utf-8")):
                count += 1
                problem = check(page.relative_to(ROOT), line, code, expected, folder)
                if problem:
                    problems.append(problem)
    if count < 3:
        problems.append(f"only {count} pieces of C++ were found")
    print("\n".join(problems) or f"{count} pieces of C++ compile")
    sys.exit(1 if problems else 0)


main()
