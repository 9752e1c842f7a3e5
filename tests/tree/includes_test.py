# SPDX-License-Identifier: Apache-2.0
"""Rooms include only the rooms that the table in docs/architecture.md allows them, and public headers stay self-contained."""

import pathlib
import re

import tree

# What a public header may include besides the standard library: users of the library need nothing else.
PRIVATE_LIBRARIES = re.compile(r"^(fmt|nlohmann|CLI|gtest|benchmark|boost)/")


def parse_table(text):
    """The first table with the columns `room` and `may include`: {room: set of rooms}."""
    rows = None
    for line in text.splitlines():
        cells = [cell.strip().strip("`") for cell in line.strip().strip("|").split("|")]
        if rows is None:
            if cells[:2] == ["room", "may include"]:
                rows = {}
        elif not line.startswith("|"):
            break
        elif not set(cells[0]) <= set("-: "):
            rows[cells[0]] = cells[1].replace("`", "")
    rooms = rows or {}
    return {room: set(rooms) - {room} if what == "all" else {r for r in re.split(r"[,\s]+", what) if r and r != "-"}
            for room, what in rooms.items()}


def table_problems(allowed):
    """Rooms that are not rows, and cycles."""
    problems = [f"docs/architecture.md: {room} may include {other}, which is no room"
                for room in allowed for other in sorted(allowed[room] - set(allowed))]
    left = dict(allowed)
    while ready := [room for room in left if not left[room] & set(left)]:
        for room in ready:
            del left[room]
    if left:
        problems.append("docs/architecture.md: these rooms include each other in a circle: " + ", ".join(left))
    return problems


def room_of(path):
    """The room of include/lariat/<room>/... or src/<room>/..., or None."""
    parts = path.parts
    if parts[:2] == ("include", "lariat") and len(parts) > 3:
        return parts[2]
    if parts[:1] == ("src",) and len(parts) > 2:
        return parts[1]
    return None


def target(path, name, kind):
    """The path in the tree that an include in the file `path` means, or None for one of the system."""
    if name.startswith("lariat/"):
        return pathlib.PurePosixPath("include") / name
    if kind == "<":
        return None
    for candidate in (path.parent / name, pathlib.PurePosixPath("src") / name):
        if (tree.ROOT / candidate).is_file():
            return candidate
    return None


def file_problems(path, text, allowed):
    room = room_of(path)
    if room not in allowed:
        return [f"{path}: not in a room of the table in docs/architecture.md"]
    problems = []
    for number, line in enumerate(text.splitlines(), 1):
        include = re.match(r'\s*#\s*include\s*([<"])([^>"]+)[>"]', line)
        if not include:
            continue
        kind, name = include.groups()
        where = f"{path}:{number}: "
        to = target(path, name, kind)
        if to is None:
            if kind == '"':
                problems.append(f'{where}"{name}" is no file of the tree')
            elif path.parts[0] == "include" and PRIVATE_LIBRARIES.match(name):
                problems.append(f"{where}a public header shows <{name}>")
            continue
        if path.parts[0] == "include" and to.parts[0] != "include":
            problems.append(f"{where}a public header includes the private {to}")
        if room_of(to) != room and room_of(to) not in allowed[room]:
            problems.append(f"{where}{room} must not include {room_of(to)} ({name})")
    return problems


def self_test():
    table = parse_table("x\n| room | may include | y |\n|---|---|---|\n"
                        "| `a` | - | q |\n| `b` | `a` | |\n| `c` | all | |\n\n| d | e |")
    tree.expect(table == {"a": set(), "b": {"a"}, "c": {"a", "b"}}, f"the table is read as {table}")
    tree.expect(table_problems({"a": {"b"}, "b": {"a"}}), "a circle is not seen")
    tree.expect(table_problems({"a": {"z"}}), "an unknown room is not seen")

    def found(path, text):
        return len(file_problems(pathlib.PurePosixPath(path), text, table))

    tree.expect(found("src/a/x.cpp", '#include "lariat/b/y.hpp"') == 1, "a forbidden include is not seen")
    tree.expect(found("src/a/x.cpp", "#  include <lariat/b/y.hpp>") == 1, "a forbidden <include> is not seen")
    tree.expect(found("src/b/x.cpp", '#include "lariat/a/y.hpp"\n#include <vector>') == 0, "an allowed include is refused")
    tree.expect(found("include/lariat/a/x.hpp", "#include <fmt/format.h>") == 1, "a private library is not seen")
    tree.expect(found("src/new/x.cpp", "") == 1, "an unknown room is not seen")


def main():
    self_test()
    allowed = parse_table(tree.read("docs/architecture.md"))
    if not allowed:
        tree.finish(["docs/architecture.md: no table of rooms"], "")
    paths = [p for p in tree.sources() if p.parts[0] in ("include", "src")]
    problems = table_problems(allowed)
    for path in paths:
        problems += file_problems(path, tree.read(path), allowed)
    tree.finish(problems, f"{len(paths)} files in {len({room_of(p) for p in paths})} rooms")


main()
