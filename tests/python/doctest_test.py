# SPDX-License-Identifier: Apache-2.0
"""The examples in the docstrings of the package, and in docs/python.md, do what they say."""

import support

support.enter()

import doctest
import os
import re
import sys

import lariat
from lariat import _automata, _errors, _model, _system


def main():
    os.chdir(support.ROOT)
    tried = failed = 0
    for module in (lariat, _errors, _automata, _model, _system):
        result = doctest.testmod(module)
        tried, failed = tried + result.attempted, failed + result.failed
    text = (support.ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    page = doctest.DocTestRunner()
    names = {}
    for block in re.findall(r"(?ms)^```python\n(.*?)^```", text):
        test = doctest.DocTestParser().get_doctest(block, {}, "docs/python.md", None, 0)
        test.globs = names  # what a block defines is known to those behind it
        page.run(test, clear_globs=False)
    print(f"{tried} examples in docstrings, {page.tries} in docs/python.md")
    if failed or page.failures:
        sys.exit(1)
    if tried < 30 or page.tries < 20:
        sys.exit("the examples are not found")
    undocumented = [name for name in lariat.__all__ if not getattr(lariat, name).__doc__]
    if undocumented:
        sys.exit(f"without a docstring: {undocumented}")


main()
