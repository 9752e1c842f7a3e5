# SPDX-License-Identifier: Apache-2.0
"""Diagnostics, fixes, outline, navigation, hovers, completion and signatures of small models."""

import pathlib
import tempfile

from client import Client, apply_edits, covered, equal, expect, place

PROMELA = """\
#define N 3
#define busy (P[0]@work)
mtype = { ping, pong };
typedef Packet { byte from; bit flag[N] };
chan link = [2] of { mtype, byte, Packet };
byte count = 1;
unsigned small : 5;
Packet last;

inline bump(v) {
  v = v + 1
}

active [2] proctype P(byte start) {
  byte i;
  Packet mine;
idle:
  do
  :: i < N -> bump(i); goto work
  :: link ? ping, i, mine -> last.from = mine.from
  od;
work:
  atomic { link ! pong(i, mine); assert(count < N); i = 0 };
  { byte k; k = 2 };
  { byte k; k = 3 };
  goto idle
}

init { run P(count) }

ltl live { [] <> busy }
ltl { <> (P[1]:i == 2) }
never claim { do :: P[0]@idle od }
"""

DVE = """\
const int N = 2;
byte turn, want[N];
channel {byte, int} c[3];

process P {
  byte x = N;
  state idle, CS;
  init idle;
  assert CS: x > 0;
  trans
    idle -> CS { guard want[0] == 0 and Q.wait == 1; sync c!{x, 1}; effect turn = Q->y; },
    CS -> idle { effect x = x + turn; };
}

process Q {
  byte y;
  state wait;
  init wait;
  trans wait -> wait { sync c?{y, y}; effect y = turn; };
}

system async;
"""


def names_of(symbols):
    return {symbol["name"]: sorted(names_of(symbol.get("children", []))) for symbol in symbols}


def outline(server, uri, text):
    symbols = server.result("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
    equal(names_of(symbols)["P"], ["i", "idle", "k", "mine", "work"], "what P declares")
    equal(names_of(symbols)["Packet"], ["flag", "from"], "fields")
    for name in ("N", "busy", "ping", "pong", "link", "count", "last", "bump", "init", "live", "ltl_0", "claim"):
        expect(name in names_of(symbols), f"{name} is not in the outline")

    def check(symbol):
        whole, name = symbol["range"], symbol["selectionRange"]
        key = lambda p: (p["line"], p["character"])
        expect(key(whole["start"]) <= key(name["start"]) <= key(name["end"]) <= key(whole["end"]), f"ranges of {symbol['name']}")
        for child in symbol.get("children", []):
            check(child)

    for symbol in symbols:
        check(symbol)
    p = next(symbol for symbol in symbols if symbol["name"] == "P")
    expect(covered(text, p["range"]).startswith("active [2]") and covered(text, p["range"]).endswith("}"), "the extent of P")


def definitions(server, uri, text):
    def declared(words, inside):
        found = server.result("textDocument/definition", server.at(uri, place(text, words, inside)))
        return covered_line(text, found[0]["range"]) if found else None

    def covered_line(text, where):
        return text.splitlines()[where["start"]["line"]].strip()

    equal(declared("goto work", "work"), "work:", "a label")
    equal(declared("(P[0]@work)", "work"), "work:", "a label of another process")
    equal(declared("(P[0]@work)", "P"), "active [2] proctype P(byte start) {", "a process")
    equal(declared("bump(i)", "bump"), "inline bump(v) {", "an inline")
    equal(declared("bump(i)", "i"), "byte i;", "a local variable")
    equal(declared("v = v + 1", "v"), "inline bump(v) {", "a parameter of an inline")
    equal(declared("last.from", "last"), "Packet last;", "a structure")
    equal(declared("mine.from", "from"), "typedef Packet { byte from; bit flag[N] };", "a field")
    equal(declared("link ! pong", "pong"), "mtype = { ping, pong };", "a constant")
    equal(declared("k = 2 }", "k"), "{ byte k; k = 2 };", "a variable of a block")
    equal(declared("k = 3 }", "k"), "{ byte k; k = 3 };", "a variable of another block")
    equal(declared("P[1]:i", "i"), "byte i;", "a variable of another process")
    equal(declared("run P(", "P"), "active [2] proctype P(byte start) {", "a process that is run")
    equal(declared("<> busy", "busy"), "#define busy (P[0]@work)", "a macro")
    equal(declared("flag[N]", "N"), "#define N 3", "a macro in a size")
    equal(declared("byte start", "byte"), None, "a keyword")
    found = server.result("textDocument/references", {**server.at(uri, place(text, "count = 1")), "context": {"includeDeclaration": True}})
    equal([covered(text, use["range"]) for use in found], ["count"] * 3, "references of count")


def hovers(server, uri, text):
    def hover(words, inside=None):
        found = server.result("textDocument/hover", server.at(uri, place(text, words, inside)))
        return found["contents"]["value"] if found else ""

    expect("values 0 to 255, 8 bits" in hover("count = 1"), "the values of a byte")
    expect("values 0 to 31, 5 bits" in hover("small"), "the values of an unsigned")
    expect("1 bit each; 3 elements" in hover("flag[N]"), f"the size of an array: {hover('flag[N]')}")
    expect("holds 2 messages" in hover("link ="), "the size of a channel")
    label = hover("goto work", "work")
    expect("reached by process `P`" in label and "goto in line 19" in label and "named by properties in line 2" in label, label)
    expect("at random" in hover("do\n") or "option" in hover("do\n"), "a keyword")


def completions(server, uri, text):
    def labels(words, behind):
        offset = text.index(words) + len(behind)
        lines = text[:offset].split("\n")
        answer = server.result("textDocument/completion",
                               server.at(uri, {"line": len(lines) - 1, "character": len(lines[-1])}))
        return [item["label"] for item in answer]

    equal(sorted(labels("last.from", "last.")), ["flag", "from"], "fields")
    equal(sorted(labels("goto work", "goto ")), ["idle", "work"], "labels")
    equal(sorted(labels("goto work", "goto wo")), ["idle", "work"], "labels while one is written")
    equal(sorted(labels("(P[0]@work)", "(P[0]@")), ["idle", "work"], "labels of a process")
    equal(labels("run P(", "run "), ["P"], "processes")
    everything = labels("bump(i)", "")
    for name in ("i", "mine", "count", "bump", "N", "ping", "atomic", "start"):
        expect(name in everything, f"{name} is not completed")
    expect("v" not in everything and "from" not in everything and "idle" not in everything, "names of other places are completed")


def signatures(server, uri, text):
    def signature(words, behind):
        offset = text.index(words) + len(behind)
        lines = text[:offset].split("\n")
        return server.result("textDocument/signatureHelp",
                             server.at(uri, {"line": len(lines) - 1, "character": len(lines[-1])}))

    for words, behind, argument in (("link ? ping, i, mine", "link ?", 0), ("link ? ping, i, mine", "link ? ping, ", 1),
                                    ("link ! pong(i, mine)", "link ! pong(", 1), ("link ! pong(i, mine)", "link ! pong(i, ", 2)):
        found = signature(words, behind)
        expect(found, f"no signature behind {behind!r}")
        equal(found["signatures"][0]["label"], f"link{behind[5]}mtype, byte, Packet", f"the messages behind {behind!r}")
        equal(found["activeParameter"], argument, f"the argument behind {behind!r}")
    found = signature("run P(count)", "run P(")
    equal(found["signatures"][0]["label"], "P(byte start)", "the parameters of a process")
    equal(signature("count < N", "count <"), None, "no call")


def channel_parameters():
    """The messages of a parameter are those of a channel that a `run` passes, over other processes too. Sizes of typedefs."""
    text = """\
typedef Inner { byte a; bit flags[3] };
typedef Outer { Inner parts[2]; mtype kind; int n };
typedef Loop { Loop again; byte b };
mtype = { go, stop };
chan wire[2] = [1] of { mtype, byte };
Outer all[4];
Loop endless;
proctype Sender(byte n; chan out) { out!go(n) }
proctype Both(chan left, right) { run Sender((1 + wire[0]?[stop]), right); left?stop, 3 }
proctype Lost(chan nothing) { nothing!1 }
proctype Selfish(chan mine) { run Selfish(mine); mine!1 }
init { run Both(wire[0], wire[1]) }
"""
    server = Client()
    uri = server.open(text)

    def asked(method, words, behind):
        lines = text[:text.index(words) + len(behind)].split("\n")
        return server.result("textDocument/" + method, server.at(uri, {"line": len(lines) - 1, "character": len(lines[-1])}))

    for words, behind, label, argument in (("out!go(n)", "out!", "out!mtype, byte", 0), ("out!go(n)", "out!go(", "out!mtype, byte", 1),
                                           ("left?stop, 3", "left?stop, ", "left?mtype, byte", 1)):
        found = asked("signatureHelp", words, behind)
        expect(found, f"no signature behind {behind!r}")
        equal((found["signatures"][0]["label"], found["activeParameter"]), (label, argument), f"behind {behind!r}")
    for words in ("nothing!1", "mine!1"):
        equal(asked("signatureHelp", words, words[:-1]), None, f"messages of {words}")

    def hover(words):
        return asked("hover", words, words[:1])["contents"]["value"]

    expect("messages `{mtype, byte}`" in hover("out!"), f"messages of a parameter: {hover('out!')}")
    expect("typedef Inner { byte a; bit flags[3] }" in hover("Inner {") and "11 bits" in hover("Inner {"), hover("Inner {"))
    expect("62 bits each; 4 elements" in hover("all[4]"), hover("all[4]"))
    expect("bits" not in hover("endless"), hover("endless"))
    server.shut_down()


def promela():
    server = Client()
    uri = server.open(PROMELA)
    problems = server.diagnostics(uri)
    equal([p["message"] for p in problems if p["severity"] == 1], [], "errors")
    for test in (outline, definitions, hovers, completions, signatures):
        test(server, uri, PROMELA)
    # A text that ends in the middle has the outline of what is there.
    for end in ("goto idle", "bump(i); goto", "assert(count", "k = 2"):
        cut = PROMELA[:PROMELA.index(end)]
        uri = server.open(cut, "untitled:cut.pml")
        symbols = names_of(server.result("textDocument/documentSymbol", {"textDocument": {"uri": uri}}))
        expect("P" in symbols and "i" in symbols["P"] and "link" in symbols, f"the outline of a text that ends before {end!r}")
    broken = PROMELA.replace("od;\nwork:", "work:").replace("init {", "}} init {")
    symbols = names_of(server.result("textDocument/documentSymbol", {"textDocument": {"uri": server.open(broken, "untitled:b")}}))
    expect("live" in symbols and "init" in symbols and "work" in symbols["P"], f"the outline of a broken text: {symbols}")
    server.shut_down()


def dve():
    server = Client()
    uri = server.open(DVE, "untitled:model.dve", "dve")
    equal(server.diagnostics(uri), [], "problems of a DVE model")
    symbols = names_of(server.result("textDocument/documentSymbol", {"textDocument": {"uri": uri}}))
    equal(symbols, {"N": [], "turn": [], "want": [], "c": [], "P": ["CS", "idle", "x"], "Q": ["wait", "y"]}, "the outline")

    def line_of(words, inside):
        found = server.result("textDocument/definition", server.at(uri, place(DVE, words, inside)))
        return found[0]["range"]["start"]["line"] + 1 if found else None

    for words, inside, line in (("Q.wait", "Q", 15), ("Q.wait", "wait", 17), ("Q->y", "y", 16), ("c!{x", "c", 3), ("c!{x", "x", 6),
                                ("idle -> CS", "CS", 7), ("init idle", "idle", 7), ("assert CS", "CS", 7), ("want[0] ==", "want", 2),
                                ("x = N", "N", 1), ("x = x + turn", "turn", 2)):
        equal(line_of(words, inside), line, f"{inside} in {words}")
    hover = server.result("textDocument/hover", server.at(uri, place(DVE, "want[N]")))["contents"]["value"]
    expect("values 0 to 255, 8 bits each; 2 elements" in hover, hover)
    server.shut_down()


# (text, the message has this, the fixed text has this): the fix must remove the message.
FIXES = [
    ("byte count;\nactive proctype P() { coutn = 1 }", "did you mean", "count = 1"),
    ("boolean b;\nactive proctype P() { b = 1 }", "called 'bool'", "bool b"),
    ("active proctype P() { byte a; a = 1 a = 2 }", "expected ';'", "a = 1; a = 2"),
    ("active proctype P() { byte a; a += 1 }", "there is no '+='", "a = a + 1"),
    ("active proctype P() { if :: :: else fi }", "no statement", ":: skip"),
    ("active proctype P() { }", "at least one statement", "{ skip"),
    ("proctipe P() { skip }", "did you mean", "proctype P"),
    ("active proctype P() { byte a; a = 1; goto lop; loop: skip }", "did you mean", "goto loop"),
    ("active proctype P() { byte a; if (a == 1) skip fi }", "expected '::'", ":: (a == 1)"),
    ("chan c = [1] of { byte };\nactive proctype P() { if :: !full(c) -> skip fi }", "opposite", "nfull(c)"),
    ("byte a;\nactive proctype P() { a = !!a }", "double negation", "! !a"),
]
DVE_FIXES = [
    ("byte x;\nprocess P { state a; init a; trans a -> a { guard x = 1; }; }\nsystem async;", "did you mean '=='", "x == 1"),
    ("byte x;\nprocess P { state a; init a; trans a -> a { effect x == 1; }; }\nsystem async;", "to assign", "x = 1"),
    ("byte x;\nprocess P { state a; init a; trans a -> a { guard !x; }; }\nsystem async;", "'not'", "not x"),
    ("byte xyz;\nprocess P { state a; init a; trans a -> a { guard xyy == 1; }; }\nsystem async;", "did you mean", "xyz == 1"),
    ("byte x;\nproces P { state a; init a; trans a -> a { }; }\nsystem async;", "did you mean", "process P"),
    ("byte x\nprocess P { state a; init a; trans a -> a { }; }\nsystem async;", "expected ';'", "byte x;"),
]


def fixes():
    server = Client()
    for i, (text, message, fixed) in enumerate(FIXES + DVE_FIXES):
        language = "promela" if i < len(FIXES) else "dve"
        uri = server.open(text, f"untitled:{i}", language)
        problems = [p for p in server.diagnostics(uri) if message in p["message"]]
        expect(problems, f"no message {message!r} for {text!r}")
        actions = server.result("textDocument/codeAction", {"textDocument": {"uri": uri}, "range": problems[0]["range"],
                                                            "context": {"diagnostics": problems}})
        expect(actions, f"no fix of {problems[0]['message']!r}")
        changed = apply_edits(text, actions[0]["edit"]["changes"][uri])
        expect(fixed in changed, f"the fix of {text!r} gives {changed!r}")
        server.change(uri, 2, [{"text": changed}])
        left = [p["message"] for p in server.diagnostics(uri, 2)]
        expect(problems[0]["message"] not in left, f"{changed!r} still has {left}")
    server.shut_down()


def included():
    """Errors of an included file are shown where it is included, and are gone when it is saved; what it declares is known."""
    with tempfile.TemporaryDirectory() as folder:
        part = pathlib.Path(folder, "part.pml")
        part.write_text("byte x = ;\n", encoding="utf-8")
        model = pathlib.Path(folder, "a b.pml")
        text = 'byte y;\n#include "part.pml"\nactive proctype P() { shared = y }\n'
        model.write_text(text, encoding="utf-8")
        server = Client()
        uri = server.open_file(model)
        problem = server.diagnostics(uri)[0]
        equal(problem["range"]["start"]["line"], 1, "the line of the directive")
        related = problem["relatedInformation"][0]["location"]
        expect(related["uri"].endswith("/part.pml") and related["range"]["start"]["line"] == 0, f"the place in the file: {related}")
        part_uri = server.open_file(part)
        part.write_text("#define N 3\nbyte other, shared;\n", encoding="utf-8")
        server.notify("textDocument/didSave", {"textDocument": {"uri": part_uri}})
        equal(server.diagnostics(uri), [], "problems after the file was saved")
        found = server.result("textDocument/definition", server.at(uri, place(text, "shared")))[0]
        expect(found["uri"].endswith("/part.pml"), f"the file of a declaration: {found}")
        equal(found["range"]["start"], {"line": 1, "character": 12}, "the place of a declaration in an included file")
        hover = server.result("textDocument/hover", server.at(uri, place(text, "shared")))["contents"]["value"]
        expect("byte shared" in hover and "part.pml" in hover, hover)
        found = server.result("textDocument/definition", server.at(uri, place(text, "part.pml")))[0]
        expect(found["uri"].endswith("/part.pml"), f"the file of a directive: {found}")
        labels = [item["label"] for item in server.result("textDocument/completion", server.at(uri, place(text, "shared")))]
        expect("shared" in labels and "N" in labels, "names of the included file are completed")
        # Nothing outside of the folder is read.
        outside = 'byte y;\n#include "../../../../../../etc/passwd"\n'
        inside = server.open(outside, model.with_name("outside.pml").as_uri())
        equal(server.result("textDocument/definition", server.at(inside, place(outside, "passwd"))), None, "a file outside")
        server.shut_down()


for test in (promela, channel_parameters, dve, fixes, included):
    test()
print("passed")
