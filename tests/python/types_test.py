# SPDX-License-Identifier: Apache-2.0
"""The annotations and stubs of the package: mypy finds nothing wrong with them in its strict mode, and knows from them what a
program that uses the package is given. Skipped where mypy is not installed."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(os.environ.get("LARIAT_SOURCE_DIR") or pathlib.Path(__file__).resolve().parents[2])

# Each line with a comment has an expression of that type.
USER = """\
import lariat

model = lariat.load("model.pml", max_time=3)
results = model.check(ltl="G p")
results["small"]  # lariat._model.Result
results[0].run  # Union[lariat._model.Run, None]
run = results.run or model.replay("run.json")
[step.changes for step in model.replay("run.json")[1:]]  # builtins.list[builtins.dict[builtins.str, Tuple[Union[builtins.int, builtins.bool, builtins.str, None], Union[builtins.int, builtins.bool, builtins.str, None]]]]
model.initial["x"]  # Union[builtins.int, builtins.bool, builtins.str]
lariat.Formula("G p").translate().accepting_word()  # Union[lariat._automata.Word, None]


class Clock(lariat.System[int]):
    def initial(self) -> list[int]:
        return [0]

    def successors(self, state: int) -> list[int]:
        return [(state + 1) % 12]

    @lariat.atom
    def noon(self, state: int) -> bool:
        return state == 0


Clock().graph().states  # builtins.list[builtins.int]
Clock().check(ltl="G F noon")[0].verdict  # builtins.str
"""


def mypy(folder, *arguments):
    done = subprocess.run(["mypy", "--strict", "--ignore-missing-imports", "--no-error-summary", "--cache-dir", folder / "cache", *arguments],
                          text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=folder,
                          env={**os.environ, "MYPYPATH": str(ROOT / "python")})
    return done.stdout


def revealed(text):
    """The program with each expression asked for, and what is expected of each line."""
    lines, expected = [], {}
    for number, line in enumerate(text.splitlines(), 1):
        expression, comment, kind = line.partition("  # ")
        lines.append(f"reveal_type({expression})" if comment else line)
        if comment:
            expected[number] = kind
    return "\n".join(lines) + "\n", expected


def main():
    if not shutil.which("mypy"):
        print("skipped: no mypy; scripts/setup installs it")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if problems := mypy(folder, ROOT / "python" / "lariat").strip():
            sys.exit(f"failed: the annotations of the package:\n{problems}")
        text, expected = revealed(USER)
        user = folder / "user.py"
        user.write_text(text, encoding="utf-8")
        found = {}
        for line in mypy(folder, user).splitlines():
            place, _, message = line.partition(": note: Revealed type is ")
            if not message:
                sys.exit(f"failed: {line}")
            found[int(place.split(":")[1])] = message.strip('"')
        for number, kind in expected.items():
            if found.get(number) != kind:
                sys.exit(f"failed: line {number} is {found.get(number)}, not {kind}")
        # The check must notice what is wrong.
        user.write_text("import lariat\nlariat.load(3)\nlariat.Formula('p').translate().states.upper()\n", encoding="utf-8")
        if mypy(folder, user).count("error:") != 2:
            sys.exit("failed: wrong programs are not noticed")
    print(f"annotations and {len(expected)} types of a program")


main()
