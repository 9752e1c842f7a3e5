# SPDX-License-Identifier: Apache-2.0
"""What the results of a check have in common, whatever language the model is written in."""

from __future__ import annotations

from typing import Any, Sequence


class ResultList(Sequence):
    """The results of a check, in the order of the properties."""

    def __init__(self, results: list[Any]) -> None:
        self._list = results

    def __len__(self) -> int:
        return len(self._list)

    def __getitem__(self, i):  # type: ignore[override]
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
