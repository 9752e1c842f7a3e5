" SPDX-License-Identifier: Apache-2.0
" lariat in Vim with the plugin vim-lsp (https://github.com/prabirshrestha/vim-lsp): put this file into ~/.vim/plugin/.
autocmd BufNewFile,BufRead *.pml,*.promela setfiletype promela
autocmd BufNewFile,BufRead *.dve setfiletype dve
autocmd User lsp_setup call lsp#register_server({
      \ 'name': 'lariat',
      \ 'cmd': {server_info -> ['lariat', 'lsp']},
      \ 'allowlist': ['promela', 'dve'],
      \ })
" The lenses above properties: :LspCodeLens
