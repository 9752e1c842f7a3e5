# SPDX-License-Identifier: Apache-2.0
"""Every public header compiles without the public headers that it does not include.

What a header lacks is not noticed if another header has included it before. Compiling each header in a file of its own takes
minutes, so a few files include all of them, in different orders: a header stands behind those that it includes, and of two
headers of which the first does not include the second, the first stands before the second in one of the files. There the
compiler sees what the first one lacks. Standard headers are the subject of std_includes_test.py.
"""

import collections
import pathlib
import re
import subprocess
import tempfile

import tree


def inclusions(headers):
    """{header: the public headers that it includes, itself or through others}"""
    direct = {path: re.findall(r'^#include "([^"]+)"', text, re.MULTILINE) for path, text in headers.items()}
    found = {}

    def look(path):
        if path not in found:
            found[path] = set()
            for inner in direct[path]:
                found[path] |= {inner} | look(inner)
        return found[path]

    for path in direct:
        look(path)
    return found


def orders(included):
    """Orders in which each header stands behind those that it includes, and in one of them before any given other."""
    open_pairs = {first: {second for second in included if second != first and second not in included[first]
                          and first not in included[second]} for first in included}
    while any(open_pairs.values()):
        order, placed, left = [], set(), set(included)
        while left:
            wanted_later = collections.Counter(second for first in left for second in open_pairs[first])
            ready = [path for path in left if included[path] <= placed]
            path = max(ready, key=lambda p: (len(open_pairs[p] & left) - wanted_later[p], p))
            order.append(path)
            placed.add(path)
            left.remove(path)
            open_pairs[path] -= left
        yield order


def compiler():
    """The compiler and the warnings of the build that is tested."""
    cache = (tree.BUILD / "CMakeCache.txt").read_text(encoding="utf-8")
    found = re.search(r"^CMAKE_CXX_COMPILER:\w+=(.+)$", cache, re.MULTILINE)
    return [found[1] if found else "c++", "-std=c++20", "-O0", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only"]


def compile_all(folder, headers):
    """What the compiler says of the headers of the folder, in all orders that are needed, and how many there are."""
    problems, count = [], 0
    with tempfile.TemporaryDirectory() as place:
        for order in orders(inclusions(headers)):
            count += 1
            # The second time a header must be ignored.
            unit = pathlib.Path(place) / f"order_{count}.cpp"
            unit.write_text("".join(f'#include "{path}"\n' for path in order * 2), encoding="utf-8")
            run = subprocess.run([*compiler(), f"-I{folder}", str(unit)], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            if run.returncode != 0:
                problems.append(run.stdout)
    return problems, count


def self_test():
    start = "#pragma once\n"
    complete = {"a.hpp": start + "struct A {};\n", "b.hpp": start + '#include "a.hpp"\nstruct B : A {};\n',
                "c.hpp": start + "struct C {};\n"}
    for name, wrong in {"lacks an include": {"b.hpp": start + "struct B : A {};\n"}, "has no guard": {"c.hpp": "struct C {};\n"},
                        "": {}}.items():
        with tempfile.TemporaryDirectory() as folder:
            headers = {**complete, **wrong}
            for path, text in headers.items():
                (pathlib.Path(folder) / path).write_text(text, encoding="utf-8")
            problems, _ = compile_all(folder, headers)
            tree.expect(bool(problems) == bool(name), f"a header that {name}" if name else "complete headers are refused")


def main():
    self_test()
    headers = {str(p.relative_to("include")): tree.read(p) for p in tree.sources() if p.parts[0] == "include"}
    tree.expect(len(headers) > 100, "the headers are not found")
    problems, count = compile_all(tree.ROOT / "include", headers)
    tree.finish(problems, f"{len(headers)} headers, in {count} orders")


main()
