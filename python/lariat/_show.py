# SPDX-License-Identifier: Apache-2.0
"""What a notebook shows: tables as HTML, graphs as SVG, drawn by Graphviz where it is installed."""

from __future__ import annotations

import html
import shutil
import subprocess
from typing import Iterable, Optional

LARGEST_DRAWING = 300  # states


def table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """A table of texts, which are escaped."""
    def cells(tag: str, texts: Iterable[object]) -> str:
        return "".join(f"<{tag} style='text-align:left'>{html.escape(str(text))}</{tag}>" for text in texts)

    body = "".join(f"<tr>{cells('td', row)}</tr>" for row in rows)
    return f"<table><thead><tr>{cells('th', head)}</tr></thead><tbody>{body}</tbody></table>"


def quoted(text: object) -> str:
    """A text between double quotes for Graphviz."""
    return '"' + str(text).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def dot(labels: Iterable[object], edges: Iterable[tuple[int, int, object]], initial: Iterable[int]) -> str:
    """A graph in the language of Graphviz."""
    lines = ["digraph {", "  node [shape=box, fontname=monospace]", "  edge [fontname=monospace]"]
    for number, label in enumerate(labels):
        lines.append(f"  {number} [label={quoted(label)}]")
    for number in initial:
        lines.append(f"  i{number} [shape=point, label=\"\"]\n  i{number} -> {number}")
    for source, target, label in edges:
        lines.append(f"  {source} -> {target}" + (f" [label={quoted(label)}]" if label not in (None, "") else ""))
    return "\n".join([*lines, "}", ""])


def svg(text: str) -> Optional[str]:
    """The drawing of a graph; None if Graphviz is not installed or takes longer than ten seconds."""
    program = shutil.which("dot")
    if program is None:
        return None
    try:
        done = subprocess.run([program, "-Tsvg"], input=text, text=True, capture_output=True, timeout=10)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None
