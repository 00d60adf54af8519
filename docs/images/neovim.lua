-- Neovim 0.11 or newer for its picture: goes to the first finding and opens the hover.
vim.o.number = true
vim.o.signcolumn = "yes"
vim.o.laststatus = 0
vim.o.ruler = false
vim.o.showcmd = false
vim.o.shortmess = vim.o.shortmess .. "F" -- no file name in the last line
vim.o.fillchars = "eob: "
vim.o.linebreak = true
vim.o.breakat = " "
vim.o.winborder = "rounded"
vim.api.nvim_set_hl(0, "DiagnosticUnderlineError", { undercurl = true, sp = "#ff5f5f" })
vim.api.nvim_set_hl(0, "LspReferenceTarget", {}) -- a hover would paint over the underline
vim.diagnostic.config({
  virtual_text = {
    format = function(diagnostic)
      return diagnostic.code
    end,
  },
})
vim.cmd.source("editors/neovim/burnlint.lua")

vim.api.nvim_create_autocmd("DiagnosticChanged", {
  callback = function()
    local finding = vim.diagnostic.get(0)[1]
    if finding == nil then
      return
    end
    vim.fn.winrestview({ topline = finding.lnum - 5, lnum = finding.lnum + 1, col = finding.col })
    vim.schedule(function()
      vim.lsp.buf.hover({ max_width = 98 })
    end)
    return true
  end,
})
