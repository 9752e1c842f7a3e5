# SPDX-License-Identifier: Apache-2.0
"""Lenses and the checks that they start: verdicts, runs as related places and as pages, progress, cancelling."""

import pathlib
import tempfile
import time
import urllib.parse

import client
from client import Client, covered, equal, expect

TEXT = """\
byte x;
active proctype P() {
  do
  :: x < 3 -> x++
  :: x == 3 -> assert(x != 3); x = 0
  od
}
ltl bounded { [] (x <= 3) }
ltl stays { [] (x < 2) }
"""
# A model of which the search does not end soon.
LARGE = """\
int a, b, c;
active [3] proctype P() { do :: a++ :: b++ :: c++ od }
ltl never_ends { [] (a >= 0 || a < 0) }
"""
CAPABILITIES = {"window": {"workDoneProgress": True, "showDocument": {"support": True}},
                "workspace": {"codeLens": {"refreshSupport": True}}}


def lenses(server, uri):
    return server.result("textDocument/codeLens", {"textDocument": {"uri": uri}})


def title(server, uri, key):
    return [lens["command"]["title"] for lens in lenses(server, uri)
            if lens["command"]["command"] == "lariat.check" and lens["command"]["arguments"][0]["key"] == key]


def run(server, uri, key):
    return server.result("workspace/executeCommand", {"command": "lariat.check", "arguments": [{"uri": uri, "key": key}]})


def page_text(uri):
    return pathlib.Path(urllib.parse.unquote(urllib.parse.urlsplit(uri).path)).read_text(encoding="utf-8")


def verdicts(server, uri, text):
    equal([lens["command"]["arguments"][0]["key"] for lens in lenses(server, uri)],
          ["all", "deadlock", "assertion", "formula:bounded", "formula:stays"], "the lenses")
    equal(run(server, uri, "formula:bounded")["verdict"], "holds", "a formula that holds")
    equal(title(server, uri, "formula:bounded"), ["✓ holds"], "the verdict beside the formula")
    server.hear("workspace/codeLens/refresh")
    token = server.hear("window/workDoneProgress/create")["token"]
    equal(server.hear("$/progress", lambda p: p["token"] == token)["value"]["kind"], "begin", "progress")
    equal(server.hear("$/progress", lambda p: p["token"] == token and p["value"]["kind"] == "end")["value"]["message"], "✓ holds",
          "the end of the progress")
    answer = run(server, uri, "formula:stays")
    equal(answer["verdict"], "violated", "a formula that does not hold")
    expect("<html" in page_text(answer["page"]) and "stays" in page_text(answer["page"]), "the page of the run")
    equal(title(server, uri, "formula:stays"), ["✗ violated by a run of 4 steps"], "the verdict beside the formula")
    problem = server.hear("textDocument/publishDiagnostics",
                          lambda p: any(d["source"] == "lariat check" for d in p["diagnostics"]))["diagnostics"][-1]
    equal(covered(text, problem["range"]), "ltl", "the place of the problem")
    steps = problem["relatedInformation"]
    expect([covered(text, step["location"]["range"])[:5] for step in steps[:2]] == ["x < 3"] * 2 or
           [step["location"]["range"]["start"]["line"] for step in steps] == [3] * len(steps), f"the steps: {steps}")
    answer = run(server, uri, "assertion")
    equal(answer["verdict"], "violated", "an assertion that fails")
    expect("✗" in title(server, uri, "assertion")[0], "the verdict beside the assertion")
    answer = run(server, uri, "all")
    equal((answer["verdict"], answer["title"]), ("violated", "✗ 2 of 4 hold"), "all properties")
    shown = [lens["command"] for lens in lenses(server, uri) if lens["command"]["command"] == "lariat.showRun"]
    expect(shown, "the run can be shown")
    server.result("workspace/executeCommand", {"command": "lariat.showRun", "arguments": shown[0]["arguments"]})
    expect(server.hear("window/showDocument")["uri"] == shown[0]["arguments"][0]["page"], "the page is shown")


def unsaved():
    server = Client(CAPABILITIES)
    uri = server.open(TEXT)
    server.diagnostics(uri)
    verdicts(server, uri, TEXT)
    # What was found is gone when the text changes.
    server.change(uri, 2, [{"text": TEXT.replace("x < 2", "x < 4")}])
    equal(title(server, uri, "formula:stays"), ["▶ check"], "the lens after a change")
    equal(run(server, uri, "formula:stays")["verdict"], "holds", "the formula after a change")
    server.change(uri, 3, [{"text": TEXT.replace("x < 2", "x <")}])
    answer = run(server, uri, "formula:stays")
    equal(answer["verdict"], "failed", "a check of a text with errors")
    for arguments in ([], [{"uri": uri}], [{"uri": uri, "key": "x"}], [{"uri": "nowhere", "key": "all"}], [3]):
        answer = server.request("workspace/executeCommand", {"command": "lariat.check", "arguments": arguments})
        equal(answer["error"]["code"], -32602, f"arguments {arguments}")
    equal(server.request("workspace/executeCommand", {"command": "rm"})["error"]["code"], -32602, "an unknown command")
    server.shut_down()


def saved():
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "a model.pml")
        path.write_text(TEXT, encoding="utf-8")
        server = Client(CAPABILITIES)
        uri = server.open_file(path)
        server.diagnostics(uri)
        verdicts(server, uri, TEXT)
        server.shut_down()


def dve():
    server = Client()
    path = client.ROOT / "models" / "dve" / "peterson_property.dve"
    uri = server.open_file(path)
    keys = [lens["command"]["arguments"][0]["key"] for lens in lenses(server, uri)]
    expect("claim:Starved" in keys, f"the lens of the property process: {keys}")
    expect(run(server, uri, "claim:Starved")["verdict"] in ("holds", "violated"), "the verdict of the property process")
    server.shut_down()


def cancelled():
    server = Client(CAPABILITIES)
    uri = server.open(LARGE)
    server.diagnostics(uri)
    command = {"command": "lariat.check", "arguments": [{"uri": uri, "key": "formula:never_ends"}]}
    # By the button of the progress.
    number = server.begin("workspace/executeCommand", command)
    token = server.hear("window/workDoneProgress/create")["token"]
    message = server.hear("$/progress", lambda p: p["token"] == token and p["value"]["kind"] == "report")["value"]["message"]
    expect("states" in message, f"the progress: {message}")
    began = time.monotonic()
    server.result("textDocument/hover", server.at(uri, {"line": 0, "character": 4}))
    server.notify("window/workDoneProgress/cancel", {"token": token})
    equal(server.response(number)["error"]["code"], -32800, "a check that is cancelled")
    expect(time.monotonic() - began < 20, "cancelling takes long")
    # By the request's id, by a change of the text, by another run of the same check.
    number = server.begin("workspace/executeCommand", command)
    server.notify("$/cancelRequest", {"id": number})
    equal(server.response(number)["error"]["code"], -32800, "a request that is cancelled")
    number = server.begin("workspace/executeCommand", command)
    again = server.begin("workspace/executeCommand", command)
    equal(server.response(number)["error"]["code"], -32800, "the first of two runs")
    server.change(uri, 2, [{"text": LARGE + "\n"}])
    equal(server.response(again)["error"]["code"], -32800, "a check of a text that has changed")
    # A session that ends takes its checks with it.
    server.begin("workspace/executeCommand", command)
    server.shut_down()


for test in (unsaved, saved, dve, cancelled):
    test()
print("passed")
