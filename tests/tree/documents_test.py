# SPDX-License-Identifier: Apache-2.0
"""Documents: links lead to files, prose is wrapped, and docs/glossary.md defines each term once with names that exist."""

import pathlib
import re

import tree

MAX_COLUMNS = 120
DECLARATION = r"(?:class|struct|enum class|concept|using|enum)\s+(?:\[\[\w+\]\]\s+)?{0}\b|\b{0}\s*\("


def without_code(text):
    """The text with blocks of code blanked out, so that line numbers stay."""
    text = re.sub(r"(?ms)^```.*?^```", lambda m: "\n" * m[0].count("\n"), text)
    return re.sub(r"(?m)^    .*$", "", text)


def link_problems(path, text):
    for match in re.finditer(r"\]\(([^)\s]+)\)", without_code(text)):
        target = match[1].partition("#")[0]
        if target and "://" not in target and not (tree.ROOT / path.parent / target).exists():
            yield f"{path}: the link to {match[1]} leads nowhere"


def wrap_problems(path, text):
    """Lines of prose that are too long; tables and code cannot be wrapped, nor can a line of one word."""
    for number, line in enumerate(without_code(text).splitlines(), 1):
        if len(line) > MAX_COLUMNS and not line.lstrip().startswith(("|", "<!--")) and " " in line.strip(" -*"):
            yield f"{path}:{number}: {len(line)} columns, more than {MAX_COLUMNS}"


def glossary_rows(text):
    """(terms, meaning) of each row."""
    for line in text.splitlines():
        if line.startswith("| **"):
            first, meaning = line.strip("| ").split(" | ", 1)
            yield re.findall(r"\*\*(.+?)\*\*", first), meaning


def glossary_problems(text, headers):
    seen = set()
    for terms, meaning in glossary_rows(text):
        for term in terms:
            if term in seen:
                yield f"docs/glossary.md: {term} is defined twice"
            seen.add(term)
        for name in re.findall(r"`((?:[a-z]+::)*[A-Za-z_]+)`", meaning):
            last = name.split("::")[-1]
            if ("::" in name or last[0].isupper()) and not re.search(DECLARATION.format(last), headers):
                yield f"docs/glossary.md: {', '.join(terms)}: no header declares {name}"


def self_test():
    path = pathlib.PurePosixPath("docs/x.md")
    long = "word " * 40
    tree.expect(list(link_problems(path, "[a](nowhere.md)")), "a dead link is not seen")
    tree.expect(not list(link_problems(path, "[a](cli.md#x) [b](http://x.y)\n```\n[c](nowhere.md)\n```\n")), "a link is refused")
    tree.expect(list(wrap_problems(path, long)), "a long line is not seen")
    tree.expect(not list(wrap_problems(path, f"```\n{long}\n```\n    {long}\n| {long} |")), "a long line of code is refused")
    rows = "| **a**, **b** | x `m::C` |\n| **a** | y `m::Missing` |\n"
    tree.expect(len(list(glossary_problems(rows, "class C {};"))) == 2, "mistakes in the glossary are not seen")


def main():
    self_test()
    problems = []
    paths = [p for p in tree.files() if p.suffix == ".md"]
    for path in paths:
        text = tree.read(path)
        problems += link_problems(path, text)
        problems += wrap_problems(path, text)
    headers = "\n".join(tree.read(p) for p in tree.sources() if p.parts[0] == "include")
    glossary = tree.read("docs/glossary.md")
    problems += glossary_problems(glossary, headers)
    tree.expect(len(list(glossary_rows(glossary))) > 50, "the glossary is not read")
    tree.finish(problems, f"{len(paths)} documents")


main()
