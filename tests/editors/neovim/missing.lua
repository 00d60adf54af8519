-- Opens a Rust file where burnlint is not installed.
local editor = require("editor")

return function()
  return { messages = vim.fn.execute("messages"), clients = editor.clients() }
end
