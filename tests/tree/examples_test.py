# SPDX-License-Identifier: Apache-2.0
"""The C++ examples of the documents compile: each block marked `cpp` is the body of a function behind its own includes."""

import re
import subprocess
import tempfile

import tree

# What readers know without being told: the standard library, and functions of their own that the examples call.
PREAMBLE = """#include <array>
#include <cstdio>
#include <iostream>
#include <vector>
#include <unistd.h>
"""
CONTEXT = """using namespace lariat;
[[maybe_unused]] static int report(const std::vector<Diagnostic>&);
"""


def blocks(text):
    """(line, text) of each block."""
    for match in re.finditer(r"(?ms)^```cpp\n(.*?)^```", text):
        yield text.count("\n", 0, match.start()) + 2, match[1]


def unit(block):
    """A translation unit."""
    lines = block.splitlines()
    includes = [line for line in lines if line.startswith("#include")]
    body = "\n".join("" if line in includes else line for line in lines)
    return (PREAMBLE + "\n".join(includes) + '\n#include "lariat/base/result.hpp"\n' + CONTEXT
            + "[[maybe_unused]] static int example() {\n" + body + "\nreturn 0;\n}\n")


def compile_unit(compiler, text):
    """The messages of the compiler; empty if it accepts the text."""
    with tempfile.NamedTemporaryFile("w", suffix=".cpp", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        run = subprocess.run([compiler, "-std=c++20", "-fsyntax-only", "-I", tree.ROOT / "include", file.name], text=True,
                             capture_output=True)
    return "" if run.returncode == 0 else run.stderr or "the compiler failed"


def main():
    cache = (tree.BUILD / "CMakeCache.txt").read_text(encoding="utf-8")
    compiler = re.search(r"(?m)^CMAKE_CXX_COMPILER:\w+=(.*)$", cache)[1]
    tree.expect(not compile_unit(compiler, unit("struct S {};\nS s;\nstatic_cast<void>(s);\n")), "a good example is refused")
    tree.expect(compile_unit(compiler, unit("undeclared();\n")), "a bad example is accepted")
    tree.expect(list(blocks("a\n```cpp\nint x;\n```\n")) == [(3, "int x;\n")], "blocks are not found")
    problems, count = [], 0
    for path in [p for p in tree.files() if p.suffix == ".md"]:
        for line, block in blocks(tree.read(path)):
            count += 1
            if messages := compile_unit(compiler, unit(block)):
                problems.append(f"{path}:{line}: the example does not compile\n{messages}")
    tree.expect(count >= 3, f"only {count} examples are found")
    tree.finish(problems, f"{count} examples")


main()
