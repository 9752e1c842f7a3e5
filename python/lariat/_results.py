# SPDX-License-Identifier: Apache-2.0
"""What the results of a check have in common, whatever language the model is written in."""

from __future__ import annotations

from typing import Any, Sequence, TypeVar, Union, overload

R = TypeVar("R")


class ResultList(Sequence[R]):
    """The results of a check, in the order of the properties."""

    def __init__(self, results: list[R]) -> None:
        self._list: list[Any] = results

    def __len__(self) -> int:
        return len(self._list)

    @overload
    def __getitem__(self, i: int) -> R: ...

    @overload
    def __getitem__(self, i: slice) -> Sequence[R]: ...

    def __getitem__(self, i: Union[int, slice]) -> Any:
        return self._list[i]

    @property
    def verdict(self) -> str:
        """'violated' if a property is, or a state is unreachable; otherwise 'unknown' if one is; otherwise 'holds'."""
        verdicts = {result.verdict for result in self._list}
        if verdicts & {"violated", "unreachable"}:
            return "violated"
        return "unknown" if "unknown" in verdicts else "holds"

    @property
    def run(self) -> Any:
        """The first run that was found, or None."""
        return next((result.run for result in self._list if result.run is not None), None)

    def __repr__(self) -> str:
        return "\n".join(f"{result.verdict:11} {result.description}" for result in self._list)
