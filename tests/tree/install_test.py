# SPDX-License-Identifier: Apache-2.0
"""A program outside the tree finds the installed library, builds with it alone, and runs."""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

import tree


def run(*command):
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode:
        sys.exit(f"failed: {' '.join(map(str, command))}\n{done.stdout}")
    return done.stdout


def main():
    cache = dict(re.findall(r"(?m)^(\w+):\w+=(.*)$", (tree.BUILD / "CMakeCache.txt").read_text(encoding="utf-8")))
    # The compiler and flags of this build: a library with sanitizers needs a program with them.
    same = [f"-D{name}={cache[name]}" for name in ("CMAKE_CXX_COMPILER", "CMAKE_CXX_FLAGS", "CMAKE_BUILD_TYPE")]
    with tempfile.TemporaryDirectory() as folder:
        staged, prefix, build = (pathlib.Path(folder, name) for name in ("staged", "prefix", "build"))
        run("cmake", "--install", tree.BUILD, "--prefix", staged)
        staged.rename(prefix)  # an installed tree may be moved
        for path in prefix.rglob("*.cmake"):
            if str(tree.ROOT) in path.read_text(encoding="utf-8"):
                sys.exit(f"{path.name} still names the source tree")
        missing = [p for p in tree.sources() if p.parts[0] == "include" and not (prefix / p).is_file()]
        if missing:
            sys.exit(f"headers not installed: {missing}")
        program = os.environ.get("LARIAT_PROGRAM")
        if program and not os.access(prefix / "bin" / "lariat", os.X_OK):
            sys.exit("the program is not installed")
        run("cmake", "-G", "Ninja", "-S", tree.ROOT / "tests" / "install", "-B", build, f"-DCMAKE_PREFIX_PATH={prefix}",
            "-DCMAKE_FIND_USE_PACKAGE_REGISTRY=OFF", *same)
        run("cmake", "--build", build)
        print(run(build / "outside"), end="")
    tree.finish([], "installed, moved, found, built, run")


main()
