# SPDX-License-Identifier: Apache-2.0
"""What goes wrong, as exceptions."""

from __future__ import annotations

import dataclasses
from typing import Any, Iterable, Union

from . import _lariat


@dataclasses.dataclass(frozen=True)
class Diagnostic:
    """A message about the input, with its place: `line` and `column` count from 1, and are 0 if there is no place."""

    severity: str
    message: str
    file: str
    line: int
    column: int
    source_line: str
    text: str  # as the program prints it, with the source line and a caret

    def __str__(self) -> str:
        return self.text.rstrip("\n")


def diagnostics(dicts: Iterable[dict[str, Any]]) -> tuple[Diagnostic, ...]:
    return tuple(Diagnostic(**one) for one in dicts)


class Error(Exception):
    """Something is wrong with a model, a formula, an automaton or an expression; `diagnostics` says what and where.

    >>> import lariat
    >>> try:
    ...     lariat.parse("byte x = ;", name="bad.pml")
    ... except lariat.Error as error:
    ...     print(error.diagnostics[0].line, error.diagnostics[0].column)
    1 10
    """

    diagnostics: tuple[Diagnostic, ...]

    def __init__(self, problems: Union[str, Iterable[dict[str, Any]]]) -> None:
        if isinstance(problems, str):
            problems = [dict(severity="error", message=problems, file="", line=0, column=0, source_line="", text=problems)]
        self.diagnostics = diagnostics(problems)
        super().__init__("\n".join(map(str, self.diagnostics)))


class OptionError(Error, ValueError):
    """An option does not exist, has a bad value, or does not go with another one."""


_lariat.Error = Error
_lariat.OptionError = OptionError
