# SPDX-License-Identifier: Apache-2.0
"""A client of `lariat lsp` that speaks the protocol directly, for tests."""

import json
import os
import pathlib
import select
import subprocess
import time

PROGRAM = os.environ["LARIAT_PROGRAM"]
ROOT = pathlib.Path(os.environ["LARIAT_SOURCE_DIR"])
PATIENCE = 60  # seconds, on a machine that does much else


def expect(condition, message):
    if not condition:
        raise SystemExit(f"failed: {message}")


def equal(actual, expected, what):
    expect(actual == expected, f"{what}: expected {expected!r}, got {actual!r}")


def frame(message):
    body = message if isinstance(message, bytes) else json.dumps(message).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


class Client:
    """A server, and what it says. Notifications and requests of the server are kept in `heard`."""

    def __init__(self, capabilities=None, initialize=True, environment=None):
        self.process = subprocess.Popen([PROGRAM, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        env=environment or os.environ)
        self.buffer = bytearray()
        self.next_id = 0
        self.heard = []
        self.responses = {}
        self.capabilities = None
        if initialize:
            answer = self.request("initialize", {"processId": os.getpid(), "rootUri": None, "capabilities": capabilities or {}})
            self.capabilities = answer["result"]["capabilities"]
            self.notify("initialized", {})

    # --- Sending
    def send_bytes(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message):
        self.send_bytes(frame({"jsonrpc": "2.0", **message}))

    def notify(self, method, params):
        self.send({"method": method, "params": params})

    def begin(self, method, params):
        """Sends a request and returns its id."""
        self.next_id += 1
        self.send({"id": self.next_id, "method": method, "params": params})
        return self.next_id

    def request(self, method, params):
        """Sends a request and returns the response: with `result` or `error`."""
        return self.response(self.begin(method, params))

    def result(self, method, params):
        answer = self.request(method, params)
        expect("result" in answer, f"{method}: {answer}")
        return answer["result"]

    # --- Receiving
    def read_message(self, deadline):
        """The next message, or None at the end of the stream or at the deadline."""
        while True:
            end = self.buffer.find(b"\r\n\r\n", 0, 100)
            if end >= 0:
                begin = end + 4
                length = int(self.buffer[:end].split(b":")[1])
                if len(self.buffer) >= begin + length:
                    body = bytes(self.buffer[begin:begin + length])
                    del self.buffer[:begin + length]
                    return json.loads(body)
            if not select.select([self.process.stdout], [], [], max(0, deadline - time.monotonic()))[0]:
                return None
            data = os.read(self.process.stdout.fileno(), 1 << 16)
            if not data:
                return None
            self.buffer += data

    def pump(self, done, what, seconds=PATIENCE):
        """Reads messages until `done()`."""
        deadline = time.monotonic() + seconds
        while not done():
            message = self.read_message(deadline)
            expect(message is not None, f"no answer: {what}; the server ended with {self.process.poll()}")
            expect(message.get("jsonrpc") == "2.0", f"no JSON-RPC 2.0: {message}")
            if "id" in message and "method" not in message:
                self.responses[message["id"]] = message
            else:
                self.heard.append(message)
                if "id" in message:
                    self.send({"id": message["id"], "result": None})

    def response(self, number):
        self.pump(lambda: number in self.responses, f"request {number}")
        return self.responses.pop(number)

    def hear(self, method, matches=lambda params: True):
        """The parameters of a notification or request of the server."""
        found = []

        def search():
            for message in self.heard:
                if message["method"] == method and matches(message.get("params")):
                    found.append(message)
                    return True
            return False

        self.pump(search, method)
        self.heard.remove(found[0])
        return found[0].get("params")

    # --- Documents
    def open(self, text, uri="untitled:model.pml", language="promela", version=1):
        self.notify("textDocument/didOpen",
                    {"textDocument": {"uri": uri, "languageId": language, "version": version, "text": text}})
        return uri

    def open_file(self, path):
        language = "dve" if path.suffix == ".dve" else "promela"
        return self.open(path.read_text(encoding="utf-8"), path.as_uri(), language)

    def change(self, uri, version, changes):
        self.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": version}, "contentChanges": changes})

    def close(self, uri):
        self.notify("textDocument/didClose", {"textDocument": {"uri": uri}})

    def diagnostics(self, uri, version=1):
        return self.hear("textDocument/publishDiagnostics",
                         lambda params: params["uri"] == uri and params.get("version") == version)["diagnostics"]

    def at(self, uri, position):
        return {"textDocument": {"uri": uri}, "position": position}

    # --- The end
    def shut_down(self):
        self.result("shutdown", None)
        self.send({"method": "exit"})
        self.process.stdin.close()
        code = self.process.wait(PATIENCE)
        equal(code, 0, "the exit code after shutdown")


def position_in(text, offset):
    """The position of a character; the text has no characters beyond U+FFFF."""
    before = text[:offset]
    return {"line": before.count("\n"), "character": offset - (before.rfind("\n") + 1)}


def place(text, words, inside=None):
    """The position of `inside` (or of the beginning) within the first occurrence of `words`."""
    offset = text.index(words)
    if inside is not None:
        offset += words.index(inside)
    return position_in(text, offset)


def offset_in(text, position):
    lines = text.split("\n")
    return sum(len(line) + 1 for line in lines[:position["line"]]) + position["character"]


def apply_edits(text, edits):
    """The text after edits that do not overlap."""
    for edit in sorted(edits, key=lambda e: offset_in(text, e["range"]["start"]), reverse=True):
        begin, end = (offset_in(text, edit["range"][side]) for side in ("start", "end"))
        text = text[:begin] + edit["newText"] + text[end:]
    return text


def covered(text, place_range):
    """The text of a range."""
    return text[offset_in(text, place_range["start"]):offset_in(text, place_range["end"])]


def models(folder="promela", ending="pml"):
    return sorted((ROOT / "models" / folder).glob(f"*.{ending}"))
