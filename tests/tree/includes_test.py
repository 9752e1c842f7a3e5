# SPDX-License-Identifier: Apache-2.0
"""Rooms include exactly the rooms that the table in docs/architecture.md lists for them.

An include of another room must be in the table and name a public header; a room in the table must be included somewhere. Public
headers include the standard library and public headers only.
"""

import pathlib
import re

import tree

# Libraries that a public header must not include: users of lariat need not install them.
PRIVATE_LIBRARIES = re.compile(r"^(fmt|nlohmann|CLI|gtest|benchmark|boost)/")


def parse_rows(text):
    """The first table with the columns `room` and `may include`: {room: text of the second column}."""
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
    return rows or {}


def parse_table(text):
    """What each room may include: {room: set of rooms}."""
    rooms = parse_rows(text)
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
        made = candidate.with_name(candidate.name + ".in")  # CMake makes the header of it
        if (tree.ROOT / candidate).is_file() or (tree.ROOT / made).is_file():
            return candidate
    return None


def includes(text):
    """(line number, '<' or '"', name) of each include."""
    for number, line in enumerate(text.splitlines(), 1):
        if include := re.match(r'\s*#\s*include\s*([<"])([^>"]+)[>"]', line):
            yield number, *include.groups()


def rooms_included(path, text):
    """The other rooms that a file includes."""
    targets = (target(path, name, kind) for _, kind, name in includes(text))
    return {room_of(to) for to in targets if to} - {room_of(path), None}


def unused_permissions(texts, listed):
    """Rooms of the table that no file includes. texts: {path: text}. Every room may use base, whether it does or not."""
    used = {}
    for path, text in texts.items():
        used.setdefault(room_of(path), set()).update(rooms_included(path, text))
    return [f"docs/architecture.md: {room} may include {other}, but no file of it does"
            for room in listed for other in sorted(listed[room] - used.get(room, set()) - {"base"})]


def file_problems(path, text, allowed):
    room = room_of(path)
    if room not in allowed:
        return [f"{path}: not in a room of the table in docs/architecture.md"]
    problems = []
    for number, kind, name in includes(text):
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
        elif to.parts[0] == "src" and room_of(to) != room:
            problems.append(f"{where}{to} is a private header of another room")
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
    here = {pathlib.PurePosixPath("src/b/x.cpp"): '#include "lariat/a/y.hpp"'}
    tree.expect(unused_permissions(here, {"b": {"a"}}) == [], "a used permission is refused")
    tree.expect(len(unused_permissions(here, {"b": {"a", "c"}})) == 1, "an unused permission is not seen")
    private = next(p for p in tree.sources() if p.parts[0] == "src" and p.suffix == ".hpp")
    other = pathlib.PurePosixPath("src/a/x.cpp")
    name = "/".join(private.parts[1:])
    tree.expect(any("private header of another room" in line for line in
                    file_problems(other, f'#include "{name}"', {"a": {room_of(private)}})),
                "a private header of another room is not seen")


def main():
    self_test()
    text = tree.read("docs/architecture.md")
    allowed = parse_table(text)
    if not allowed:
        tree.finish(["docs/architecture.md: no table of rooms"], "")
    paths = [p for p in tree.sources() if p.parts[0] in ("include", "src")]
    texts = {path: tree.read(path) for path in paths}
    problems = table_problems(allowed)
    for path in paths:
        problems += file_problems(path, texts[path], allowed)
    all_rooms = {room for room, what in parse_rows(text).items() if what == "all"}
    problems += unused_permissions(texts, {room: allowed[room] for room in allowed if room not in all_rooms})
    tree.finish(problems, f"{len(paths)} files in {len({room_of(p) for p in paths})} rooms")


main()
