# SPDX-License-Identifier: Apache-2.0
"""A few of the attacks of tests/campaigns/attack.py, the same ones each time."""

import subprocess
import sys

import program


class Attacks(program.Case):
    def test_some(self):
        done = subprocess.run([sys.executable, "-B", str(program.ROOT / "tests" / "campaigns" / "attack.py"), "--runs", "120", "--seed", "1", "--size", "5000"], capture_output=True, text=True, errors="replace", timeout=500)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertRegex(done.stdout, r"[1-9]\d* mutations")


program.main()
