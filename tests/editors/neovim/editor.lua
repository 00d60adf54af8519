-- What a user does in Neovim, for the scenarios beside this file; waits for what it needs, never for a time.
local M = {}

local PATIENCE = 30000

function M.await(what, condition)
  if not vim.wait(PATIENCE, condition, 10) then
    error("waited in vain for " .. what .. "; messages: " .. vim.fn.execute("messages"))
  end
end

-- Burnlint's diagnostics in the current buffer, each with the text that it underlines.
function M.findings()
  local found = {}
  for _, diagnostic in ipairs(vim.diagnostic.get(0)) do
    local line = vim.api.nvim_buf_get_lines(0, diagnostic.lnum, diagnostic.lnum + 1, true)[1]
    table.insert(found, {
      line = diagnostic.lnum,
      column = diagnostic.col,
      text = line:sub(diagnostic.col + 1, diagnostic.end_col),
      severity = vim.diagnostic.severity[diagnostic.severity],
      code = diagnostic.code,
      source = diagnostic.source,
      message = diagnostic.message,
    })
  end
  return found
end

-- The only finding, with the cursor on it.
function M.finding()
  M.await("a finding", function()
    return #vim.diagnostic.get(0) > 0
  end)
  local found = M.findings()
  assert(#found == 1, vim.fn.json_encode(found))
  vim.api.nvim_win_set_cursor(0, { found[1].line + 1, found[1].column })
  return found[1]
end

function M.clean()
  M.await("no finding", function()
    return #vim.diagnostic.get(0) == 0
  end)
end

-- The text of the window that a hover opens.
function M.hover()
  local before = vim.api.nvim_list_wins()
  local window
  vim.lsp.buf.hover()
  M.await("a hover", function()
    for _, candidate in ipairs(vim.api.nvim_list_wins()) do
      if not vim.tbl_contains(before, candidate) then
        window = candidate
      end
    end
    return window ~= nil
  end)
  local text = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, true)
  vim.api.nvim_win_close(window, true)
  return table.concat(text, "\n")
end

-- Opens the menu of code actions, chooses the one whose title starts with these words, and waits for its edit.
function M.choose(words)
  local titles
  local before = vim.api.nvim_buf_get_changedtick(0)
  vim.ui.select = function(items, options, choose)
    titles = vim.tbl_map(options.format_item, items)
    for number, title in ipairs(titles) do
      if vim.startswith(title, words) then
        return choose(items[number], number)
      end
    end
    error("no such action: " .. vim.fn.json_encode(titles))
  end
  vim.lsp.buf.code_action()
  M.await("an edit", function()
    return vim.api.nvim_buf_get_changedtick(0) > before
  end)
  return titles
end

-- Replaces a text, once, in the current buffer, as typing it would.
function M.replace(old, new)
  for number, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, true)) do
    local start, stop = line:find(old, 1, true)
    if start then
      return vim.api.nvim_buf_set_text(0, number - 1, start - 1, number - 1, stop, { new })
    end
  end
  error("not in the buffer: " .. old)
end

function M.lines()
  return vim.api.nvim_buf_get_lines(0, 0, -1, true)
end

function M.clients()
  return #(vim.lsp.get_clients or vim.lsp.get_active_clients)()
end

-- Runs a scenario, writes what it returned or how it failed, and quits; the servers end with the editor.
function M.run(scenario, output)
  local good, result = xpcall(require(scenario), debug.traceback)
  vim.fn.writefile({ vim.fn.json_encode({ good = good, result = result }) }, output)
  vim.cmd("qall!")
end

return M
