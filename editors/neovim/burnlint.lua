-- Starts burnlint for Rust projects, in Neovim 0.7 or newer, without any plugin.
local config = {
  cmd = { "burnlint", "server" },
  filetypes = { "rust", "toml" },
  root_markers = { "Cargo.lock", "Cargo.toml" }, -- the lock file stands at the root of a workspace
  workspace_required = true, -- TOML outside of Rust projects needs no server
}

if vim.fn.executable(config.cmd[1]) == 0 then
  vim.api.nvim_create_autocmd("FileType", {
    pattern = "rust",
    once = true,
    callback = function()
      vim.notify("`burnlint` is not on Neovim's PATH; `pipx install burnlint` installs it", vim.log.levels.WARN)
    end,
  })
  return
end

if vim.lsp.config then -- 0.11 and newer
  vim.lsp.config("burnlint", config)
  vim.lsp.enable("burnlint")
  return
end

local function root(file)
  for _, marker in ipairs(config.root_markers) do
    local folder, below = vim.fn.fnamemodify(file, ":h"), file
    while folder ~= below do
      if vim.fn.filereadable(folder .. "/" .. marker) == 1 then
        return folder
      end
      folder, below = vim.fn.fnamemodify(folder, ":h"), folder
    end
  end
end

local clients = {} -- by root

vim.api.nvim_create_autocmd("FileType", {
  pattern = config.filetypes,
  callback = function(event)
    local folder = root(vim.api.nvim_buf_get_name(event.buf))
    if folder == nil or vim.bo[event.buf].buftype ~= "" then
      return
    end
    if clients[folder] == nil or vim.lsp.get_client_by_id(clients[folder]) == nil then
      clients[folder] = vim.lsp.start_client({ name = "burnlint", cmd = config.cmd, root_dir = folder })
    end
    vim.lsp.buf_attach_client(event.buf, clients[folder])
  end,
})
