# SPDX-License-Identifier: Apache-2.0
"""The setups for Neovim and Emacs (with Eglot): each editor, started without any other setup, starts the server for a model,
shows its diagnostics and gets its outline. Skipped for the editors that are not installed."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from client import PATIENCE, PROGRAM, ROOT, expect

MODEL = "byte count;\nactive proctype P() { coutn = 1 }\n"

NEOVIM = """
local function wait(what, done)
  if not vim.wait(%d, done, 50) then print("no " .. what) vim.cmd("cquit") end
end
vim.cmd("edit model.pml")
wait("client", function() return #vim.lsp.get_active_clients() == 1 end)
wait("diagnostics", function() return #vim.diagnostic.get(0) > 0 end)
print("message: " .. vim.diagnostic.get(0)[1].message)
local params = { textDocument = vim.lsp.util.make_text_document_params() }
for _, answer in pairs(vim.lsp.buf_request_sync(0, "textDocument/documentSymbol", params, %d)) do
  for _, symbol in ipairs(answer.result) do print("\\nsymbol: " .. symbol.name) end
end
vim.cmd("quitall!")
""" % (1000 * PATIENCE, 1000 * PATIENCE)

EMACS = """
(require 'lariat)
(setq eglot-sync-connect %d)
(find-file "model.pml")
(apply #'eglot--connect (eglot--guess-contact))
(let ((deadline (+ (float-time) %d)) (found nil))
  (while (and (null found) (< (float-time) deadline))
    (accept-process-output nil 0.1)
    (flymake-start)
    (setq found (flymake-diagnostics)))
  (dolist (diagnostic found) (message "message: %%s" (flymake-diagnostic-text diagnostic))))
(dolist (kind (eglot-imenu))
  (dolist (symbol (cdr kind)) (message "symbol: %%s" (car symbol))))
(eglot-shutdown-all)
""" % (PATIENCE, PATIENCE)


def run(folder, *command):
    done = subprocess.run(command, cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=3 * PATIENCE,
                          env={**os.environ, "PATH": f"{pathlib.Path(PROGRAM).parent}:{os.environ['PATH']}", "HOME": folder})
    for line in ("did you mean 'count'?", "symbol: count", "symbol: P"):
        expect(line in done.stdout, f"{command[0]} does not show {line!r}:\n{done.stdout}")


def neovim(folder):
    pathlib.Path(folder, "test.lua").write_text(NEOVIM, encoding="utf-8")
    run(folder, "nvim", "--headless", "-u", ROOT / "editors" / "neovim" / "lariat.lua", "-c", "luafile test.lua")


def eglot_folders():
    """The folders of Eglot and what it needs, if they are not part of Emacs: Debian's packages, unversioned names aside."""
    return [str(path) for path in pathlib.Path("/usr/share/emacs/site-lisp/elpa").glob("*") if path.is_dir()]


def emacs(folder):
    pathlib.Path(folder, "test.el").write_text(EMACS, encoding="utf-8")
    paths = [argument for path in [*eglot_folders(), str(ROOT / "editors" / "emacs")] for argument in ("-L", path)]
    probe = subprocess.run(["emacs", "--batch", *paths, "--eval", "(require 'eglot)"], capture_output=True)
    if probe.returncode:
        return "no Eglot"
    run(folder, "emacs", "--batch", *paths, "-l", "test.el")
    return None


def main():
    tested, missing = [], []
    for name, test in (("nvim", neovim), ("emacs", emacs)):
        if not shutil.which(name):
            missing.append(f"no {name}")
            continue
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "model.pml").write_text(MODEL, encoding="utf-8")
            if problem := test(folder):
                missing.append(problem)
            else:
                tested.append(name)
    print(f"tested: {', '.join(tested) or 'nothing'}; skipped: {', '.join(missing) or 'nothing'}")
    sys.exit(0 if tested else 77)


main()
