# SPDX-License-Identifier: Apache-2.0
"""The C++ examples of the documents compile: each block marked `cpp` is the body of a function behind its own includes.

A block with a `main` is a program: it is linked with the library and run in the root of the tree, and the block that follows it is what it prints.
"""

import pathlib
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


def programs(text):
    """(line, program, what it prints) of each block that is a program."""
    for match in re.finditer(r"(?ms)^```cpp\n(.*?)^```\n", text):
        if "int main(" in match[1]:
            printed = re.match(r"(?ms)[^`#]*^```\n(.*?)^```\n", text[match.end():])
            yield text.count("\n", 0, match.start()) + 2, match[1], printed and printed[1]


def run_program(compiler, text, expected):
    """What is wrong with a program; empty if it prints what is expected."""
    libraries = sorted((tree.BUILD / "src").glob("liblariat.*"))
    if not libraries:
        return "there is no library to link it with"
    with tempfile.TemporaryDirectory() as folder:
        source, program = pathlib.Path(folder, "example.cpp"), pathlib.Path(folder, "example")
        source.write_text(text, encoding="utf-8")
        built = subprocess.run([*compiler, "-std=c++20", "-I", tree.ROOT / "include", source, libraries[0], "-lfmt", "-lpthread", "-ldl",
                                f"-Wl,-rpath,{tree.BUILD / 'src'}", "-o", program], text=True, capture_output=True)
        if built.returncode:
            return built.stderr
        run = subprocess.run([program], cwd=tree.ROOT, text=True, capture_output=True)
    if run.returncode:
        return f"it ends with {run.returncode}\n{run.stderr}"
    return "" if run.stdout == expected else f"it prints\n{run.stdout}instead of\n{expected}"


def main():
    cache = (tree.BUILD / "CMakeCache.txt").read_text(encoding="utf-8")
    compiler = re.search(r"(?m)^CMAKE_CXX_COMPILER:\w+=(.*)$", cache)[1]
    tree.expect(not compile_unit(compiler, unit("struct S {};\nS s;\nstatic_cast<void>(s);\n")), "a good example is refused")
    tree.expect(compile_unit(compiler, unit("undeclared();\n")), "a bad example is accepted")
    tree.expect(list(blocks("a\n```cpp\nint x;\n```\n")) == [(3, "int x;\n")], "blocks are not found")
    flags = re.search(r"(?m)^CMAKE_CXX_FLAGS:\w+=(.*)$", cache)[1].split()
    hello = '#include <cstdio>\nint main() { std::puts("hello"); }\n'
    tree.expect(list(programs(f"```cpp\n{hello}```\nIt prints\n\n```\nhello\n```\n")) == [(2, hello, "hello\n")], "programs are not found")
    tree.expect(run_program([compiler, *flags], hello, "bye\n"), "a program that prints something else is accepted")
    problems, count = [], 0
    for path in [p for p in tree.files() if p.suffix == ".md"]:
        for line, block in blocks(tree.read(path)):
            count += 1
            if "int main(" in block:
                continue
            if messages := compile_unit(compiler, unit(block)):
                problems.append(f"{path}:{line}: the example does not compile\n{messages}")
        for line, program, expected in programs(tree.read(path)):
            if wrong := run_program([compiler, *flags], program, expected):
                problems.append(f"{path}:{line}: {wrong}")
    tree.expect(count >= 3, f"only {count} examples are found")
    tree.finish(problems, f"{count} examples")


main()
