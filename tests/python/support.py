# SPDX-License-Identifier: Apache-2.0
"""Common parts of the tests of the Python package: runs a test with the interpreter that the module is built for."""

import os
import pathlib
import sys

ROOT = pathlib.Path(os.environ.get("LARIAT_SOURCE_DIR") or pathlib.Path(__file__).resolve().parents[2])
BUILD = pathlib.Path(os.environ.get("LARIAT_BUILD_DIR") or ROOT / "build" / "release")
PACKAGE = BUILD / "python"


def enter():
    """Goes on in the right interpreter, with the package of the build; skips the test if there is no module."""
    if not list((PACKAGE / "lariat").glob("_lariat.*.so")):
        print("skipped: the Python module is not built; scripts/setup installs what it needs")
        sys.exit(77)
    if os.environ.get("LARIAT_PYTHON_ENTERED") != "yes":
        interpreter = (PACKAGE / "interpreter").read_text(encoding="utf-8").strip()
        os.environ.update(LARIAT_PYTHON_ENTERED="yes", PYTHONPATH=str(PACKAGE), PYTHONDONTWRITEBYTECODE="1")
        os.execv(interpreter, [interpreter, "-B", *sys.argv])
