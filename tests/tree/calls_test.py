# SPDX-License-Identifier: Apache-2.0
"""The way from main to the loop of a search, as docs/architecture.md tells it: at most nine calls, each of which is there."""

import re

import tree

MOST_CALLS = 9


def rows(document):
    """(function, file, text of the call) of each row of the table."""
    section = document.partition("## From `main` to the loop of a search")[2].partition("\n## ")[0]
    for line in section.splitlines():
        cells = [cell.strip().strip("`") for cell in line.strip("|").split("|")]
        if len(cells) == 4 and line.startswith("| `"):
            yield cells[0], cells[1], cells[3]


def bodies(text, function):
    """What stands between the braces of each definition of the function."""
    for match in re.finditer(rf"^( *)(?:[\w:<>&*~,\[\]]+ )+{re.escape(function)}\([^;{{]*\{{", text, re.MULTILINE):
        end = text.find(f"\n{match[1]}}}", match.end())
        yield text[match.end():end]


def problems_of(chain, read):
    if len(chain) - 1 > MOST_CALLS:
        yield f"{len(chain) - 1} calls from {chain[0][0]} to {chain[-1][0]}, more than {MOST_CALLS}"
    for (caller, file, _), (called, _, call) in zip(chain, chain[1:]):
        found = list(bodies(read(file), caller))
        if not found:
            yield f"{file} does not define {caller}"
        elif not any(call in body for body in found):
            yield f"{caller} of {file} does not call {called} as `{call}`"
    if not list(bodies(read(chain[-1][1]), chain[-1][0])):
        yield f"{chain[-1][1]} does not define {chain[-1][0]}"


def self_test():
    files = {"a.cpp": "int a() {\n  return b(1);\n}\n", "b.cpp": "int b(int x) {\n  return x;\n}\n"}
    good = [("a", "a.cpp", ""), ("b", "b.cpp", "b(")]
    tree.expect(not list(problems_of(good, files.get)), "a chain that is there is refused")
    tree.expect(list(problems_of([("a", "a.cpp", ""), ("b", "b.cpp", "c(")], files.get)), "a missing call is not seen")
    tree.expect(list(problems_of([("a", "a.cpp", ""), ("c", "b.cpp", "b(")], files.get)), "a missing function is not seen")
    tree.expect(list(problems_of([good[0]] + [good[1]] * (MOST_CALLS + 1), files.get)), "a long chain is not seen")


def main():
    self_test()
    chain = list(rows(tree.read("docs/architecture.md")))
    tree.expect(len(chain) > 3 and chain[0][0] == "main", "the table is not read")
    tree.finish(list(problems_of(chain, tree.read)), f"{len(chain) - 1} calls")


main()
