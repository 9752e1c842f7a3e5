# SPDX-License-Identifier: Apache-2.0
"""The examples that come with Spin mean here what they mean to Spin. tests/campaigns/spin_compare.py compares the large ones too."""

import concurrent.futures
import pathlib
import sys

import spin
from compare import ask_lariat, differences

FOLDERS = ["/usr/share/doc/spin/examples", "/usr/share/doc/spin/Examples"]
# Examples whose state spaces take Spin more than a moment.
LARGE = """App.F.pftp p108 p329 p330 p337.pftp.ses p347.pftp.ses5 ex_6 leader leader_pre ltl_gen pftp cambridge dtp eratosthenes
hajek leader0 leader_trace life priorities snoopy sort train mobile1""".split()


def compare(path):
    theirs = spin.ask(path, timeout=30, cycles=False)
    ours = ask_lariat(path, timeout=30, max_states=100000, claims=theirs.claims)
    return list(differences(theirs, ours)), theirs.accepted


def main():
    folder = next((pathlib.Path(name) for name in FOLDERS if pathlib.Path(name).is_dir()), None)
    if folder is None or not spin.is_here():
        print("skipped: Spin or its examples are not here")
        sys.exit(77)
    paths = sorted(path for path in folder.rglob("*.pml") if path.stem not in LARGE)
    failed = accepted = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for path, (complaints, was_accepted) in zip(paths, pool.map(compare, paths)):
            accepted += was_accepted
            failed += bool(complaints)
            for complaint in complaints:
                print(f"{path.relative_to(folder)}: {complaint}")
    print(f"{len(paths)} examples, {accepted} accepted by Spin, {failed} different")
    sys.exit(1 if failed or accepted < 20 else 0)


main()
