local M = {}
local api = vim.api
local MAX_RESULTS = 100

--- A picker.
--- @class Picker
local Picker = {}
Picker.__index = Picker

--- Makes one.
---@param opts table
function Picker:new(opts)
  local self = setmetatable({}, Picker)
  self.opts = opts
  return self
end

function Picker.static(name)
  return name
end

-- Local helper.
local function trim(s)
  return (s:gsub("^%s*(.-)%s*$", "%1"))
end

local debounce = function(fn, ms)
  return function(...)
    fn(...)
  end
end

M.setup = function(opts)
  local inner = function() return opts end
  M.opts = inner()
end

M.defaults = {
  limit = 10,
  on_open = function(buf)
    api.nvim_buf_set_name(buf, "x")
  end,
}

function M.utils.deep(a)
  return a
end

function global_fn()
  --[[ a block
  function not_me() end
  ]]
  local text = [[
function nor_me() end
]]
  return text
end

Counter = 0

M["quoted"] = function() end

return M
