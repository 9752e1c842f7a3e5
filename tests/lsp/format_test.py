# SPDX-License-Identifier: Apache-2.0
"""Formatting of Promela: comments stay, doing it twice changes nothing more, and the model is the same as before.

The models of the tree are formatted as they are, and with their blanks spoilt: lines indented at random, blanks between words
removed or added where that cannot change a word. Words and lines must be the same, and for some so must be the states.
"""

import json
import random
import re
import subprocess

import client
from client import Client, apply_edits, equal, expect

SEED = 11

EXAMPLE = """\
active proctype P( byte a,b )
{
byte x=1 ,y ;   /* a comment
  * goes on
  */
      do
      ::x<3->
x ++ ;y=x;
:: else->if :: x==1 -> skip
:: else
fi
 od;
    wait : x = 0
}
ltl p { [] <> (x == 1)   U []q }
"""
FORMATTED = """\
active proctype P(byte a, b)
{
  byte x = 1, y;   /* a comment
  * goes on
  */
  do
  :: x<3 ->
     x ++; y = x;
  :: else -> if :: x == 1 -> skip
     :: else
     fi
  od;
wait : x = 0
}
ltl p { [] <> (x == 1)   U []q }
"""

WORD = re.compile(r'/\*.*?\*/|//[^\n]*|"[^"\n]*"|\'[^\'\n]*\'|\w+|-->|::|->|--|\+\+|<<|<=|>>|>=|==|!=|!!|\?\?|&&|\|\||\.\.|\S', re.S)


def words(text):
    """The words of each line; comments without the blanks before their stars."""
    return [[re.sub(r"\n[ \t]*", "\n", word) for word in WORD.findall(line)] for line in blocks(text)]


def blocks(text):
    """The lines, where a comment of several lines is one."""
    joined = re.sub(r"/\*.*?\*/", lambda m: m[0].replace("\n", "\0"), text, flags=re.S)
    return [line.replace("\0", "\n").rstrip() for line in joined.split("\n")]


def format_text(server, text, options=None, uri="untitled:format.pml"):
    server.open(text, uri)
    edits = server.result("textDocument/formatting",
                          {"textDocument": {"uri": uri}, "options": options or {"tabSize": 2, "insertSpaces": True}})
    server.close(uri)
    return apply_edits(text, edits)


def spoil(text, chooser):
    """Other blanks at the beginnings of lines and beside signs that are words by themselves; none in directives and formulas."""
    result = []
    in_formula = in_comment = False
    for line in text.split("\n"):
        in_formula |= bool(re.match(r"\s*ltl\b", line))
        plain = not (in_formula or in_comment or line.lstrip().startswith("#") or line.endswith("\\") or "*" in line or '"' in line)
        code, slashes, comment = line.partition("//")
        if plain:
            code = re.sub(r"(?<=[\w\])]) *(==|;|,|&&|->) *(?=[\w(])",
                          lambda m: chooser.choice(["", " ", "  "]) + m[1] + chooser.choice(["", " "]), code)
            code = " " * chooser.randrange(8) + code.strip() + chooser.choice(["", "  "])
        result.append(code + slashes + comment)
        in_comment = (in_comment or "/*" in line) and "*/" not in line
        if in_formula and "}" in line:
            in_formula = False
    return "\n".join(result)


def states(text, folder):
    done = subprocess.run([client.PROGRAM, "explore", "-", "--language", "promela", "--max-states", "3000", "--json"],
                          input=text, text=True, capture_output=True, cwd=folder)
    answer = json.loads(done.stdout)
    expect("statistics" in answer, f"not explored: {done.stderr}\n{text}")
    return answer["statistics"]["states"], answer["statistics"]["transitions"]


def main():
    server = Client()
    formatted = format_text(server, EXAMPLE)
    equal(formatted, FORMATTED, "the layout")
    tabs = format_text(server, EXAMPLE, {"tabSize": 4, "insertSpaces": False})
    expect("\n\tdo\n\t:: x<3 ->\n\t\tx ++; y = x;\n" in tabs, f"the layout with tabs: {tabs}")
    chooser = random.Random(SEED)
    paths = client.models() + client.models("bench") + sorted((client.ROOT / "tests" / "promela" / "corpus").glob("*.pml"))
    expect(len(paths) > 40, "there are few models")
    for number, path in enumerate(paths):
        text = path.read_text(encoding="utf-8")
        for version in (text, spoil(text, chooser)):
            once = format_text(server, version)
            equal(format_text(server, once), once, f"{path.name} (seed {SEED}): formatted twice")
            for before, after in zip(words(version), words(once), strict=True):
                equal(after, before, f"{path.name} (seed {SEED}): the words of a line")
            if number % 6 == 0:
                equal(states(once, path.parent), states(text, path.parent), f"{path.name} (seed {SEED}): states")
    # Text that is no model keeps its words, too.
    for number in range(200):
        text = path.read_text(encoding="utf-8")
        begin = chooser.randrange(len(text))
        text = text[begin:begin + chooser.randrange(600)]
        once = format_text(server, text)
        equal(format_text(server, once), once, f"a piece of {path.name} (seed {SEED}, {number}): formatted twice")
        path = chooser.choice(paths)
    server.shut_down()
    print(f"{len(paths)} models")


main()
