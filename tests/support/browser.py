# SPDX-License-Identifier: Apache-2.0
"""A headless Chromium for tests of pages, driven over a pipe by the DevTools protocol. Python's standard library only."""

import base64
import json
import os
import pathlib
import select
import shutil
import signal
import subprocess
import tempfile
import time

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--remote-debugging-pipe")


def program():
    """The browser, or None."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


class Browser:
    """One page at a time. Use it in a with statement."""

    def __init__(self, width=1400, height=1000):
        # The browser's helpers may write into the folder a moment longer than the browser itself lives.
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        to_browser, self._write = os.pipe()
        self._read, from_browser = os.pipe()

        def arrange():  # the browser reads from descriptor 3 and writes to 4
            os.dup2(to_browser, 100)
            os.dup2(from_browser, 101)
            os.dup2(100, 3)
            os.dup2(101, 4)

        self._process = subprocess.Popen(
            [program(), *FLAGS, f"--user-data-dir={self.folder.name}", f"--window-size={width},{height}", "about:blank"],
            preexec_fn=arrange, close_fds=False, start_new_session=True, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self._buffer = b""
        self._number = 0
        self.messages = []  # of the page's console and its errors
        self.requests = []  # addresses that the page asked for
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{domain}.enable")

    _session = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.killpg(self._process.pid, signal.SIGKILL)  # its helpers too
        self._process.wait()
        os.close(self._write)
        os.close(self._read)
        self.folder.cleanup()

    def _receive(self, seconds):
        end = time.monotonic() + seconds
        while b"\0" not in self._buffer:
            ready, _, _ = select.select([self._read], [], [], max(0, end - time.monotonic()))
            piece = os.read(self._read, 1 << 16) if ready else b""
            if not piece:
                raise TimeoutError("the browser does not answer")
            self._buffer += piece
        text, _, self._buffer = self._buffer.partition(b"\0")
        return json.loads(text)

    def call(self, method, **parameters):
        self._number += 1
        request = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            request["sessionId"] = self._session
        os.write(self._write, json.dumps(request).encode() + b"\0")
        while True:
            answer = self._receive(60)
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            if answer.get("method") in ("Runtime.exceptionThrown", "Log.entryAdded", "Runtime.consoleAPICalled"):
                self.messages.append(json.dumps(answer["params"]))
            if answer.get("method") == "Network.requestWillBeSent":
                self.requests.append(answer["params"]["request"]["url"])

    def open(self, path, fragment=""):
        self.requests.clear()
        self.call("Page.navigate", url="about:blank")
        self.call("Page.navigate", url=pathlib.Path(path).resolve().as_uri() + fragment)
        for _ in range(200):
            if self.evaluate("(document.documentElement || {dataset: {}}).dataset.ready || ''") == "yes":
                return
            time.sleep(0.05)
        raise TimeoutError("the page is not ready: " + " ".join(self.messages)[:2000])

    def evaluate(self, script):
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(json.dumps(answer["exceptionDetails"])[:1000])
        return answer["result"].get("value")

    def press(self, key):
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, text=key if len(key) == 1 and kind == "keyDown" else "")

    def media(self, media="", scheme="light"):
        self.call("Emulation.setEmulatedMedia", media=media, features=[{"name": "prefers-color-scheme", "value": scheme}])

    def screenshot(self, path):
        picture = self.call("Page.captureScreenshot", format="png")["data"]
        pathlib.Path(path).write_bytes(base64.b64decode(picture))

    def print(self, path):
        pathlib.Path(path).write_bytes(base64.b64decode(self.call("Page.printToPDF", printBackground=True)["data"]))
