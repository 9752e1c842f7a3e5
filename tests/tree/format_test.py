# SPDX-License-Identifier: Apache-2.0
"""clang-format would change nothing."""

import re
import shutil
import subprocess

import tree

VERSION = "14"  # Debian 12's; others break lines differently


def complaints(arguments, text=None):
    run = subprocess.run(["clang-format", "--dry-run", "--Werror", *arguments], cwd=tree.ROOT, input=text, text=True,
                         capture_output=True)
    return [line for line in run.stderr.splitlines() if "error:" in line] or ([run.stderr] if run.returncode else [])


def main():
    if not shutil.which("clang-format"):
        tree.skip("clang-format is missing")
    version = subprocess.run(["clang-format", "--version"], text=True, capture_output=True).stdout
    if not re.search(rf"version {VERSION}\.", version):
        tree.skip(f"the tree is formatted by clang-format {VERSION}, this is {version.strip()}")
    tree.expect(complaints(["--assume-filename=x.cpp"], "int  x ;\n"), "bad format is not seen")
    paths = tree.sources()
    tree.finish(complaints(paths), f"{len(paths)} files")


main()
