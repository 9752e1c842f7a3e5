;;; lariat.el --- Promela and DVE with lariat  -*- lexical-binding: t -*-
;; SPDX-License-Identifier: Apache-2.0
;; Package-Requires: ((emacs "28.1") (eglot "1.9"))
;;; Commentary:
;; Put this file into your load-path and (require 'lariat) into your init file. Eglot is part of Emacs 29.
;;; Code:
(require 'cc-mode)
(require 'eglot)

(defvar lariat-promela-keywords
  '("active" "assert" "atomic" "break" "d_step" "do" "else" "fi" "for" "goto" "if" "init" "inline" "ltl" "never" "od"
    "of" "proctype" "provided" "run" "select" "skip" "timeout" "typedef" "unless"))

;;;###autoload
(define-derived-mode promela-mode prog-mode "Promela"
  "Models in Promela; `eglot-format' lays them out."
  :syntax-table c-mode-syntax-table
  (setq-local comment-start "// " comment-end "")
  (setq-local font-lock-defaults
              `(((,(regexp-opt lariat-promela-keywords 'symbols) . font-lock-keyword-face)
                 ("\\_<\\(bit\\|bool\\|byte\\|chan\\|int\\|mtype\\|pid\\|short\\|unsigned\\)\\_>" . font-lock-type-face)
                 ("^\\s-*\\(\\sw+\\)\\s-*:[^:]" 1 font-lock-constant-face)))))

;;;###autoload
(define-derived-mode dve-mode prog-mode "DVE"
  "Models in DVE."
  :syntax-table c-mode-syntax-table
  (setq-local comment-start "// " comment-end "")
  (setq-local font-lock-defaults
              '((("\\_<\\(process\\|state\\|init\\|trans\\|guard\\|sync\\|effect\\|system\\|byte\\|int\\|channel\\)\\_>"
                  . font-lock-keyword-face)))))

(add-to-list 'auto-mode-alist '("\\.\\(pml\\|promela\\)\\'" . promela-mode))
(add-to-list 'auto-mode-alist '("\\.dve\\'" . dve-mode))
(add-to-list 'eglot-server-programs '(promela-mode . ("lariat" "lsp")))
(add-to-list 'eglot-server-programs '(dve-mode . ("lariat" "lsp")))
(add-hook 'promela-mode-hook #'eglot-ensure)
(add-hook 'dve-mode-hook #'eglot-ensure)

(provide 'lariat)
;;; lariat.el ends here
