# SPDX-License-Identifier: Apache-2.0
"""Every name of every model, changed at all places that the server finds, gives the same model: read again, with as many states.

That is the test of the index: a place that is forgotten is an undeclared name, and one too many is another variable.
"""

import json
import random
import subprocess

import client
from client import Client, apply_edits, equal, expect

SEED = 5
MAX_STATES = 2000
STATES_EACH = 3  # names of a model for which the states are counted, too


def explore(text, language):
    done = subprocess.run([client.PROGRAM, "explore", "-", "--language", language, "--max-states", str(MAX_STATES), "--json"],
                          input=text, text=True, capture_output=True)
    statistics = json.loads(done.stdout)
    return done.returncode, statistics.get("statistics", {}).get("states"), statistics.get("statistics", {}).get("transitions")


def symbols_of(symbols):
    for symbol in symbols:
        yield symbol
        yield from symbols_of(symbol.get("children", []))


def rename_all(server, path, chooser):
    text = path.read_text(encoding="utf-8")
    language = "dve" if path.suffix == ".dve" else "promela"
    uri = server.open_file(path)
    errors = [p for p in server.diagnostics(uri) if p["severity"] == 1]
    equal(errors, [], f"errors of {path.name}")
    names = [s for s in symbols_of(server.result("textDocument/documentSymbol", {"textDocument": {"uri": uri}}))
             if s["selectionRange"]["start"] != s["selectionRange"]["end"]]
    counted = set(chooser.sample(range(len(names)), min(STATES_EACH, len(names))))
    expected = explore(text, language)
    renamed = refused = 0
    for i, symbol in enumerate(names):
        answer = server.request("textDocument/rename",
                                {**server.at(uri, symbol["selectionRange"]["start"]), "newName": "renamed_name"})
        if "error" in answer:
            expect("macro or inline" in answer["error"]["message"], f"{path.name}: {symbol['name']}: {answer['error']}")
            refused += 1
            continue
        changed = apply_edits(text, answer["result"]["changes"][uri])
        expect(changed != text, f"{path.name}: {symbol['name']} is not renamed")
        renamed += 1
        if i in counted:
            equal(explore(changed, language), expected, f"{path.name}: states after {symbol['name']} is renamed")
    server.close(uri)
    return renamed, refused


def refusals(server):
    text = "byte x;\n#define M x\nactive proctype P() { byte x; x = M }\nactive proctype Q() { byte y; y = 1 }\n"
    uri = server.open(text)

    def rename(words, name):
        return server.request("textDocument/rename", {**server.at(uri, client.place(text, words)), "newName": name})

    for words, name in (("x;\n#", "z"), ("y = 1", "byte"), ("y = 1", "1y"), ("y = 1", "Q"), ("y = 1", ""), ("proctype", "z")):
        expect("error" in rename(words, name), f"renaming {words!r} to {name!r} is not refused")
    expect("result" in rename("y = 1", "z"), "a good name is refused")


def main():
    server = Client()
    chooser = random.Random(SEED)
    renamed = refused = 0
    for path in client.models() + client.models("dve", "dve"):
        counts = rename_all(server, path, chooser)
        renamed += counts[0]
        refused += counts[1]
    refusals(server)
    server.shut_down()
    expect(renamed > 10 * refused, f"{refused} of {renamed + refused} names are not renamed")
    print(f"{renamed} names renamed, {refused} refused")


main()
