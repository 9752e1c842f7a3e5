# SPDX-License-Identifier: Apache-2.0
"""The life of a session: messages that are malformed, in the wrong order or cancelled, and pipes that close."""

import os
import signal
import subprocess
import time

import client
from client import Client, equal, expect, frame


def lifecycle():
    server = Client()
    for name in ("documentSymbolProvider", "definitionProvider", "hoverProvider", "documentFormattingProvider"):
        expect(server.capabilities[name], name)
    equal(server.capabilities["positionEncoding"], "utf-16", "the encoding that every client has")
    server.shut_down()
    utf8 = Client({"general": {"positionEncodings": ["utf-16", "utf-8"]}})
    equal(utf8.capabilities["positionEncoding"], "utf-8", "the encoding that the client offers")
    utf8.shut_down()


def order():
    server = Client(initialize=False)
    equal(server.request("textDocument/hover", {})["error"]["code"], -32002, "a request before initialize")
    server.notify("textDocument/didOpen", {})  # ignored
    server.result("initialize", {"capabilities": {}})
    equal(server.request("initialize", {"capabilities": {}})["error"]["code"], -32600, "a second initialize")
    equal(server.request("no/such", {})["error"]["code"], -32601, "an unknown request")
    server.notify("no/such", {})
    server.notify("$/whatever", None)
    for params in ({}, None, [], 3, {"textDocument": 1}, {"textDocument": {"uri": "file:///nowhere.pml"}}):
        equal(server.request("textDocument/hover", params)["error"]["code"], -32602, f"parameters {params}")
    uri = server.open("byte x;")
    for position in (None, {}, {"line": -1, "character": 0}, {"line": "0", "character": 0}, {"line": 0}):
        equal(server.request("textDocument/hover", server.at(uri, position))["error"]["code"], -32602, f"position {position}")
    server.result("textDocument/hover", server.at(uri, {"line": 10**9, "character": 10**9}))
    server.notify("textDocument/didChange", {"textDocument": {"uri": uri}, "contentChanges": [{"text": 5}]})
    expect("didChange" in server.hear("window/logMessage")["message"], "a bad notification is logged")
    server.result("shutdown", None)
    equal(server.request("textDocument/hover", {})["error"]["code"], -32600, "a request after shutdown")
    server.send({"method": "exit"})
    equal(server.process.wait(client.PATIENCE), 0, "the exit code")


def malformed():
    server = Client()
    bad = [b"Content-Length: x\r\n\r\n", b"Content-Length: -5\r\n\r\n", b"X: 1\r\n\r\n", b"Content-Length: 99999999999999999999\r\n\r\n",
           frame(b"{"), frame(b"\xff\xfe"), frame(b"[]"), frame(b"3"), frame(b"null"), frame(b'{"id": 5}'),
           frame(b'{"jsonrpc": "2.0", "id": {}, "method": "shutdown"}'), frame(b'{"method": 3, "id": 1}'), frame(b"[" * 100000),
           b"y" * 5000 + b"\r\n\r\n"]
    for data in bad:
        server.send_bytes(data)
        server.pump(lambda: server.responses, f"an error for {data[:40]}")
        error = server.responses.popitem()[1]["error"]
        expect(error["code"] in (-32700, -32600), f"{data[:40]}: {error}")
    # Header fields in any case, a field more, and messages in pieces.
    body = b'{"jsonrpc":"2.0","id":77,"method":"no/such"}'
    for byte in b"content-LENGTH:  %d \r\nContent-Type: x\r\n\r\n%s" % (len(body), body):
        server.send_bytes(bytes([byte]))
    equal(server.response(77)["error"]["code"], -32601, "a message in pieces")
    # A message that is too long is skipped; what follows it is read.
    server.send({"id": "text", "method": "no/such"})
    equal(server.response("text")["error"]["code"], -32601, "an id that is a text")
    server.shut_down()


def ends():
    server = Client()
    server.open("byte x;")
    server.process.stdin.close()
    equal(server.process.wait(client.PATIENCE), 1, "the exit code if the input ends without shutdown")
    server = Client()
    server.send({"method": "exit"})
    equal(server.process.wait(client.PATIENCE), 1, "the exit code of exit without shutdown")
    server = Client()
    server.process.stdout.close()  # nobody reads: the server ends when it has something to say
    server.open("byte x")
    expect(server.process.wait(client.PATIENCE) in (1, 3), "the server ends if nobody reads")
    server = Client()
    os.kill(server.process.pid, signal.SIGTERM)
    server.process.wait(client.PATIENCE)


def half_a_message():
    server = subprocess.run([client.PROGRAM, "lsp"], input=b"Content-Length: 100\r\n\r\n{", capture_output=True, timeout=client.PATIENCE)
    equal((server.returncode, server.stdout, server.stderr), (1, b"", b""), "half a message")


def cancelled():
    server = Client()
    text = "".join(f"byte x{i};\n" for i in range(4000))
    uri = server.open(text)
    requests = []
    for _ in range(8):  # requests that have to wait for each other
        server.next_id += 1
        requests.append(frame({"jsonrpc": "2.0", "id": server.next_id, "method": "textDocument/documentSymbol",
                               "params": {"textDocument": {"uri": uri}}}))
    last = server.next_id
    requests.append(frame({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": last}}))
    server.send_bytes(b"".join(requests))
    equal(server.response(last)["error"]["code"], -32800, "a request that waits is cancelled")
    for number in range(last - 7, last):
        server.response(number)
    server.notify("$/cancelRequest", {"id": 12345})
    server.shut_down()


def positions():
    """UTF-16 units and bytes: a letter beyond the basic plane is two units and four bytes."""
    text = "/* 😀é */ byte x;\nactive proctype P() { x = 1 }\n"
    units = {"line": 0, "character": len("/* 😀é */ byte ") + 1}
    server = Client()
    uri = server.open(text)
    place = server.result("textDocument/definition", server.at(uri, {"line": 1, "character": 22}))[0]["range"]["start"]
    equal(place, units, "a position in UTF-16")
    expect(server.result("textDocument/hover", server.at(uri, units)), "a hover behind it")
    server.shut_down()
    server = Client({"general": {"positionEncodings": ["utf-8"]}})
    uri = server.open(text)
    place = server.result("textDocument/definition", server.at(uri, {"line": 1, "character": 22}))[0]["range"]["start"]
    equal(place, {"line": 0, "character": len("/* 😀é */ byte ".encode())}, "a position in UTF-8")
    server.shut_down()


begin = time.monotonic()
for test in (lifecycle, order, malformed, ends, half_a_message, cancelled, positions):
    started = time.monotonic()
    test()
    print(f"{test.__name__}: {time.monotonic() - started:.1f} s")
print(f"passed in {time.monotonic() - begin:.1f} s")
