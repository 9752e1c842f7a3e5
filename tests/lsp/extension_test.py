# SPDX-License-Identifier: Apache-2.0
"""The extension for VS Code: its types are right, its bundle is built, its grammars colour, and the client library of the
protocol's authors finds every answer of the server to be of the protocol's types.

Needs node, npm and the packages of editors/vscode/package-lock.json, which npm fetches into the build folder; skipped where
one of them is missing. Nothing is written into the tree.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys

SOURCE = pathlib.Path(os.environ["LARIAT_SOURCE_DIR"])
FOLDER = SOURCE / "editors" / "vscode"
PLACE = pathlib.Path(os.environ["LARIAT_BUILD_DIR"]) / "vscode"
FETCHING = 180  # seconds


def skip(why):
    print(f"skipped: {why}")
    sys.exit(77)


def run(*command, **options):
    done = subprocess.run(command, cwd=PLACE, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          env={**os.environ, "NODE_NO_WARNINGS": "1"}, **options)
    if done.returncode:
        sys.exit(f"failed: {' '.join(command)}\n{done.stdout[-4000:]}")
    return done.stdout


def fetch():
    """The packages, as the lock file names them; those of an earlier run are used again."""
    stamp = PLACE / "node_modules" / "lock.json"
    lock = (FOLDER / "package-lock.json").read_text(encoding="utf-8")
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == lock:
        return
    try:
        done = subprocess.run(["npm", "ci", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"], cwd=PLACE, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=FETCHING)
    except subprocess.TimeoutExpired:
        skip(f"npm could not fetch the packages within {FETCHING} s")
    if done.returncode:
        skip("npm cannot fetch the packages: " + done.stdout.strip().splitlines()[0] if done.stdout.strip() else "npm failed")
    stamp.write_text(lock, encoding="utf-8")


def manifest_problems():
    """Versions and files of the manifest; the lock file names no server."""
    manifest = json.loads((FOLDER / "package.json").read_text(encoding="utf-8"))
    version = next(word.split()[0] for word in (SOURCE / "CMakeLists.txt").read_text(encoding="utf-8").split("VERSION ")[2:])
    if manifest["version"] != version.strip(")"):
        yield f"the version is {manifest['version']}, that of lariat is {version}"
    contributes = manifest["contributes"]
    for path in [g["path"] for g in contributes["grammars"]] + [one["configuration"] for one in contributes["languages"]]:
        if not (FOLDER / path).is_file():
            yield f"no file {path}"
    if '"resolved"' in (FOLDER / "package-lock.json").read_text(encoding="utf-8"):
        yield "package-lock.json names the server of packages: npm install with the settings of .npmrc"


def main():
    if problems := list(manifest_problems()):
        sys.exit("failed: " + "; ".join(problems))
    for tool in ("node", "npm"):
        if not shutil.which(tool):
            skip(f"no {tool}")
    shutil.copytree(FOLDER, PLACE, dirs_exist_ok=True, ignore=shutil.ignore_patterns("node_modules", "dist"))
    fetch()
    run("npm", "run", "--silent", "check")
    run("npm", "run", "--silent", "bundle")
    bundle = PLACE / "dist" / "extension.js"
    if bundle.stat().st_size < 10000:
        sys.exit("failed: the bundle is too small to hold the client")
    print(run("node", "--test", "test/").strip().splitlines()[-1])
    print(f"bundle of {bundle.stat().st_size // 1024} KB")


main()
