-- SPDX-License-Identifier: Apache-2.0
-- lariat in Neovim 0.7 or later, without plugins: put this file into ~/.config/nvim/plugin/.
vim.filetype.add({ extension = { pml = "promela", promela = "promela", dve = "dve" } })

local client -- Neovim 0.7 has no vim.lsp.start

local function attach(buffer)
  local config = { name = "lariat", cmd = { "lariat", "lsp" }, root_dir = vim.fn.getcwd() }
  if vim.lsp.start then
    vim.lsp.start(config, { bufnr = buffer })
  else
    client = client or vim.lsp.start_client(config)
    vim.lsp.buf_attach_client(buffer, client)
  end
end

vim.api.nvim_create_autocmd("FileType", {
  pattern = { "promela", "dve" },
  callback = function(event)
    vim.bo[event.buf].commentstring = "// %s"
    attach(event.buf)
    -- The lens of the line: checks the property, or shows the run that violates it.
    vim.keymap.set("n", "<leader>c", vim.lsp.codelens.run, { buffer = event.buf, desc = "lariat: run the lens" })
    vim.api.nvim_create_autocmd({ "BufEnter", "InsertLeave", "CursorHold" },
      { buffer = event.buf, callback = function() vim.lsp.codelens.refresh() end })
  end,
})
