# SPDX-License-Identifier: Apache-2.0
"""The notebooks of examples/notebooks run from their first cell to the last, and what they assert is true.

Cells are executed as a kernel does it: one namespace for all, and the value of a last expression is shown, as HTML, SVG and text.
"""

import support

support.enter()

import ast
import json
import sys
import time


def show(value):
    """What a notebook asks of a value."""
    if value is None:
        return
    shown = [repr(value)]
    for method in ("_repr_html_", "_repr_svg_"):
        if hasattr(value, method):
            shown.append(getattr(value, method)())
    if not all(text is None or (isinstance(text, str) and text) for text in shown):
        raise AssertionError(f"{value!r} cannot be shown")


def run_cell(text, name, names):
    tree = ast.parse(text, name)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, name, "exec"), names)
    if last is not None:
        show(eval(compile(ast.Expression(last.value), name, "eval"), names))


def main():
    paths = sorted((support.ROOT / "examples" / "notebooks").glob("*.ipynb"))
    if len(paths) != 3:
        sys.exit(f"{len(paths)} notebooks instead of three")
    for path in paths:
        notebook = json.loads(path.read_text(encoding="utf-8"))
        names = {"__name__": "__main__"}
        cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
        start = time.monotonic()
        for number, cell in enumerate(cells, 1):
            if cell["outputs"] or cell["execution_count"] is not None:
                sys.exit(f"{path.name}: saved with outputs")
            run_cell("".join(cell["source"]), f"{path.name}, cell {number}", names)
        print(f"{path.name}: {len(cells)} cells, {time.monotonic() - start:.1f} s")


main()
