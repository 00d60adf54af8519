-- Types something before the finding that every position encoding counts differently.
local editor = require("editor")

return function()
  local before = editor.finding()
  editor.replace(".with_mode(", "./* é😀 */with_mode(")
  editor.await("the finding to move", function()
    local found = editor.findings()
    return #found == 1 and found[1].column ~= before.column
  end)
  local moved = editor.finding()
  local hover = editor.hover()
  editor.choose("Use nearest-neighbour interpolation")
  editor.clean()
  return { moved = moved, hover = hover, lines = editor.lines() }
end
