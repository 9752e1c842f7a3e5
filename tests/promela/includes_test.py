# SPDX-License-Identifier: Apache-2.0
"""Which files a model may include: regular ones of limited size, inside the model's folder or folders that the user names."""

import os
import pathlib
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "cli")]
import program  # noqa: E402

SECRET = "root:SECRET:0:0\n"
OUTSIDE = "lies outside of the folders that this model may include from"


class Includes(program.Case):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory(prefix="lariat-include-")
        self.addCleanup(self.temporary.cleanup)
        self.root = pathlib.Path(self.temporary.name)
        (self.root / "model" / "inner").mkdir(parents=True)
        (self.root / "other").mkdir()
        (self.root / "other" / "secret").write_text(SECRET, encoding="utf-8")
        (self.root / "other" / "x.h").write_text("byte x;\n", encoding="utf-8")
        (self.root / "model" / "inner" / "x.h").write_text("byte x;\n", encoding="utf-8")

    def explore(self, included, *options, file="m.pml"):
        model = self.root / "model" / file
        model.write_text(f'#include {included}\nactive proctype P() {{ x = 1 }}\n', encoding="utf-8", errors="surrogateescape")
        return program.run("explore", model, *options)

    def refused(self, done, why):
        self.expect(done, 2, stderr=why)
        self.assertNotIn("SECRET", done.stdout + done.stderr)

    def test_inside(self):
        self.expect(self.explore('"inner/x.h"'), 0)
        self.expect(self.explore('"inner/../inner/x.h"'), 0)
        self.expect(self.explore(f'"{self.root}/model/inner/x.h"'), 0)

    def test_outside(self):
        for included in ('"../other/secret"', f'"{self.root}/other/secret"', f'<{self.root}/other/secret>', '"inner/../../other/secret"',
                         '"../other/nothing"'):
            self.refused(self.explore(included), OUTSIDE)

    def test_links_do_not_lead_outside(self):
        (self.root / "model" / "link").symlink_to(self.root / "other" / "secret")
        (self.root / "model" / "folder").symlink_to(self.root / "other")
        self.refused(self.explore('"link"'), OUTSIDE)
        self.refused(self.explore('"folder/secret"'), OUTSIDE)

    def test_a_name_that_begins_like_the_folder_is_outside(self):
        (self.root / "model2").mkdir()
        (self.root / "model2" / "secret").write_text(SECRET, encoding="utf-8")
        self.refused(self.explore('"../model2/secret"'), OUTSIDE)

    def test_folders_that_are_named(self):
        self.expect(self.explore("<x.h>", "-I", self.root / "other"), 0)
        self.expect(self.explore('"../other/x.h"', "-I", self.root / "other"), 0)
        self.expect(self.explore('"../other/x.h"', "--include-root", self.root), 0)
        self.expect(self.explore('"../other/x.h"', "--include-root", self.root / "model", "--include-root", self.root / "other"), 0)
        self.refused(self.explore('"inner/x.h"', "--include-root", self.root / "other"), OUTSIDE)
        self.refused(self.explore("<secret>", "-I", self.root / "other", "--include-root", self.root / "model"), OUTSIDE)

    def test_only_regular_files(self):
        os.mkfifo(self.root / "model" / "pipe")
        self.refused(self.explore('"pipe"'), "is no regular file")
        self.refused(self.explore('"inner"'), "is no regular file")
        self.refused(self.explore('"/dev/zero"', "--include-root", "/dev"), "is no regular file")

    def test_size(self):
        with open(self.root / "model" / "large", "wb") as file:
            file.truncate((256 << 20) + 1)
        self.refused(self.explore('"large"'), "is longer than 256 MB")

    def test_claims_may_lie_elsewhere(self):
        claim = self.root / "other" / "claim"
        claim.write_text('#include "x.h"\nnever { x == 1 }\n', encoding="utf-8")
        model = self.root / "model" / "m.pml"
        model.write_text("active proctype P() { skip }\n", encoding="utf-8")
        self.expect(program.run("check", model, "--claim", claim), 0)
        self.refused(program.run("check", model, "--claim", claim, "--include-root", self.root / "model"), OUTSIDE)

    def test_names_are_printable_in_messages(self):
        done = self.explore('"a\x1b]0;b\x07c"')
        self.expect(done, 2, stderr="cannot read the included file")
        self.assertNotIn("\x1b", done.stderr)
        self.assertNotIn("\x07", done.stderr)
        model = self.root / "model" / "e.pml"
        for text in ("#error a\x1b[31mb\n", '#line 7 "a\x1b[31mb"\nnonsense\n', '# 7 "a\x1b[31mb"\nnonsense\n'):
            model.write_text(text, encoding="utf-8")
            done = program.run("explore", model)
            self.expect(done, 2)
            self.assertNotIn("\x1b", done.stderr)


if __name__ == "__main__":
    program.main()
