-- SPDX-License-Identifier: Apache-2.0
-- lariat in Neovim 0.8 or later, without plugins: put this file into ~/.config/nvim/plugin/.
vim.filetype.add({ extension = { pml = "promela", promela = "promela", dve = "dve" } })

vim.api.nvim_create_autocmd("FileType", {
  pattern = { "promela", "dve" },
  callback = function(event)
    vim.bo[event.buf].commentstring = "// %s"
    vim.lsp.start({ name = "lariat", cmd = { "lariat", "lsp" }, root_dir = vim.fs.dirname(event.file) })
    vim.lsp.codelens.refresh()
    -- The lens under the cursor: check the property, or show the run that violates it.
    vim.keymap.set("n", "<leader>c", vim.lsp.codelens.run, { buffer = event.buf, desc = "lariat: run the lens" })
    vim.api.nvim_create_autocmd({ "BufEnter", "InsertLeave" }, { buffer = event.buf, callback = vim.lsp.codelens.refresh })
  end,
})
