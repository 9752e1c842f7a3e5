# SPDX-License-Identifier: Apache-2.0
"""Common parts of the tests of the tree: where it is, which files belong to it, how a test ends."""

import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(os.environ.get("LARIAT_SOURCE_DIR") or pathlib.Path(__file__).resolve().parents[2])
BUILD = pathlib.Path(os.environ.get("LARIAT_BUILD_DIR") or ROOT / "build" / "release")


def files():
    """The files of the tree, as paths relative to ROOT: those that git knows or would add; without git, all but build/."""
    try:
        listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT,
                                check=True, capture_output=True).stdout.decode().split("\0")
    except (OSError, subprocess.CalledProcessError):
        listed = [os.path.relpath(os.path.join(folder, name), ROOT)
                  for folder, _, names in os.walk(ROOT) for name in names]
    paths = {pathlib.PurePosixPath(name) for name in listed if name}
    return sorted(p for p in paths if p.parts[0] not in (".git", "build") and (ROOT / p).is_file())


def sources():
    """The C++ files of the tree."""
    return [p for p in files() if p.suffix in (".cpp", ".hpp")]


def scripts():
    """The shell scripts of the tree, by their first line."""
    shells = (b"#!/usr/bin/env bash\n", b"#!/bin/bash\n", b"#!/bin/sh\n")
    return [p for p in files() if (ROOT / p).read_bytes().startswith(shells)]


def read(path):
    return (ROOT / path).read_text(encoding="utf-8")


def skip(why):
    """Ends the test as skipped."""
    print("skipped:", why)
    sys.exit(77)


def finish(problems, done):
    """Ends the test: failed, with the problems, one per line; or passed, saying what was done."""
    for problem in problems:
        print(problem)
    if problems:
        sys.exit(f"{len(problems)} problem(s)")
    print(done)
    sys.exit(0)


def expect(condition, what):
    """A self-test: the checker must be able to find something."""
    if not condition:
        sys.exit(f"the check itself is broken: {what}")
