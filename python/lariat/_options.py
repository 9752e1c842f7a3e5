# SPDX-License-Identifier: Apache-2.0
"""Keywords become options of the program, whose table then checks them: `max_states=10` is `--max-states=10`."""

from __future__ import annotations

import os
import pathlib
import shutil
from typing import Any

from ._errors import OptionError

# What the program does with its output, and what belongs to a whole process, is not for a function.
NOT_FOR_PYTHON = frozenset("""untrusted coverage trace trail html itf automaton state msc unreached strict syntax stats full json color progress
                              dot aut hoa explain define_file run_format""".split())


def arguments(keywords: dict[str, Any]) -> list[str]:
    """The options for these keywords. None and False leave an option out, True is a flag, a list gives it several times."""
    result = []
    for name, value in keywords.items():
        name = name.rstrip("_")
        if name in NOT_FOR_PYTHON:
            raise OptionError(f"{name} is an option of the program, not of this module")
        option = "--" + name.replace("_", "-")
        if name == "define" and isinstance(value, dict):
            value = [f"{key}={text}" for key, text in value.items()]
        for one in value if isinstance(value, (list, tuple)) else [value]:
            if one is None or one is False:
                continue
            result.append(option if one is True else f"{option}={one}")
    return result


def compiler() -> str:
    """The program that compiles models in a process of its own; without one, a copy of this process does it."""
    named = os.environ.get("LARIAT_PROGRAM")
    beside = pathlib.Path(__file__).resolve().parents[4] / "bin" / "lariat"
    for path in (named, str(beside), shutil.which("lariat")):
        if path and os.access(path, os.X_OK):
            return path
    return ""
