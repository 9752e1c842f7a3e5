# SPDX-License-Identifier: Apache-2.0
"""README.md lists every command of the program, in the order of --help."""

import re

import program
from program import ROOT, run


class Readme(program.Case):
    def test_every_command_is_in_the_table(self):
        text = self.expect(run("--help"), 0).stdout
        commands = re.findall(r"(?m)^  ([a-z]+) ", text)
        table = re.findall(r"(?m)^\| `lariat ([a-z]+)` \|", (ROOT / "README.md").read_text(encoding="utf-8"))
        self.assertGreater(len(commands), 5)
        self.assertEqual(table, commands)


program.main()
