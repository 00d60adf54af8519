-- Trains on another backend, in another file that is not saved, and back.
local editor = require("editor")

return function()
  local model = vim.api.nvim_get_current_buf()
  local before = editor.finding()
  vim.cmd("set hidden | edit src/main.rs")
  local program = vim.api.nvim_get_current_buf()
  editor.replace("Autodiff<NdArray>", "Autodiff<burn::backend::Flex>")
  vim.cmd("buffer " .. model)
  editor.clean()
  vim.cmd("buffer " .. program)
  editor.replace("burn::backend::Flex", "NdArray")
  vim.cmd("buffer " .. model)
  return { before = before, after = editor.finding(), clients = editor.clients() }
end
