-- Ignores the finding on its line.
local editor = require("editor")

return function()
  local finding = editor.finding()
  editor.choose("Ignore interpolate-backward on this line")
  editor.clean()
  return { finding = finding, lines = editor.lines() }
end
