-- The load of Scripts/load, for wrk: each thread signs users in, writes and reads their notes, and looks at every answer.
--
-- Arguments: the beginning of the users' names, how many users a thread has, and a folder for the journal of what was answered.
--
-- wrk does not say to which request an answer belongs. So each request has a number, which the server gives back.
-- A note's body is its title, repeated. So a note that has a part of another one is noticed.

local threads = {}

function setup(thread)
  thread:set("number", #threads + 1)
  table.insert(threads, thread)
end

function init(arguments)
  local prefix, folder = arguments[1], arguments[3]
  users, ready, pending = {}, {}, {}
  sequence, answered, failed, foreign, broken = 0, 0, 0, 0, 0
  firstFailure = ""
  math.randomseed(number)
  for user = 1, tonumber(arguments[2]) do
    users[user] = { name = prefix .. "-" .. number .. "-" .. user, state = "new", notes = {}, removed = {} }
  end
  journal = assert(io.open(folder .. "/" .. prefix .. "-" .. number .. ".tsv", "w"))
  -- Each line is written at once: wrk may end at any moment, and the journal must have every answer.
  journal:setvbuf("line")
end

local function send(kind, user, method, path, body, more)
  sequence = sequence + 1
  local id = number .. "-" .. sequence
  local asked = more or {}
  asked.kind, asked.user = kind, user
  pending[id] = asked
  local headers = { ["X-Request-ID"] = id }
  if user and user.token then headers["Authorization"] = "Bearer " .. user.token end
  return wrk.format(method, path, headers, body)
end

local function content(title)
  return string.format('{"title":"%s","body":"%s"}', title, string.rep(title, #title % 7 + 3))
end

local function credentials(user)
  return string.format('{"name":"%s","password":"password of %s"}', user.name, user.name)
end

function request()
  -- wrk asks for one request in advance, as a test, and throws it away.
  if sequence == 0 then return send("services", nil, "GET", "/services") end
  for _, user in ipairs(users) do
    if user.state == "new" then
      user.state = "signing up"
      return send("sign up", user, "POST", "/users", credentials(user))
    elseif user.state == "signed up" then
      user.state = "signing in"
      return send("sign in", user, "POST", "/sessions", credentials(user))
    end
    -- The users after this one wait until it is signed in.
    if user.state == "signing up" or user.state == "signing in" then break end
  end
  if #ready == 0 then return send("services", nil, "GET", "/services") end

  local user = ready[math.random(#ready)]
  local notes, dice = user.notes, math.random(100)
  if #notes == 0 or dice <= 25 then
    local title = user.name .. "." .. sequence
    return send("add", user, "POST", "/notes", content(title), { title = title })
  end
  local note = notes[math.random(#notes)]
  if dice <= 80 then
    return send("read", user, "GET", "/notes/" .. note, nil, { note = note })
  elseif dice <= 85 then
    return send("list", user, "GET", "/notes?limit=10")
  elseif dice <= 90 then
    -- A user asks for another user's note, which must be refused.
    local other = ready[math.random(#ready)]
    if other ~= user then return send("intrude", other, "GET", "/notes/" .. note) end
    return send("read", user, "GET", "/notes/" .. note, nil, { note = note })
  elseif dice <= 97 then
    local title = user.name .. ".again." .. sequence
    journal:write("changed\t", note, "\t", title, "\n")
    return send("change", user, "PUT", "/notes/" .. note, content(title), { note = note })
  else
    local last = table.remove(notes)
    journal:write("removed\t", last, "\n")
    user.removed[last] = true
    return send("remove", user, "DELETE", "/notes/" .. last, nil, { note = last })
  end
end

local expected = {
  ["sign up"] = 201, ["sign in"] = 201, services = 200, add = 201, read = 200, list = 200, intrude = 404, change = 200,
  remove = 204,
}

local function fail(status, asked, body)
  failed = failed + 1
  if firstFailure == "" then firstFailure = status .. " to " .. (asked and asked.kind or "nothing") .. ": " .. body end
end

local function look(user, body)
  for owner in body:gmatch('"owner":"([^"]*)"') do
    if owner ~= user.name then foreign = foreign + 1 end
  end
  for note in body:gmatch('{[^{}]*}') do
    local title, text = note:match('"title":"([^"]*)"'), note:match('"body":"([^"]*)"')
    if title and text ~= string.rep(title, #title % 7 + 3) then broken = broken + 1 end
    if title and title:sub(1, #user.name + 1) ~= user.name .. "." then foreign = foreign + 1 end
  end
end

function response(status, headers, body)
  answered = answered + 1
  local id = headers["X-Request-ID"] or headers["x-request-id"] or ""
  local asked = pending[id]
  pending[id] = nil
  if not asked then return fail(status, asked, body) end
  local user, kind = asked.user, asked.kind
  -- What was asked for may have been removed meanwhile.
  local isGone = status == 404 and asked.note ~= nil and user.removed[asked.note] == true
  if status ~= expected[kind] and not isGone then return fail(status, asked, body) end
  if kind == "sign up" then
    user.state = "signed up"
  elseif kind == "sign in" then
    user.state, user.token = "ready", body:match('"token":"([^"]*)"')
    table.insert(ready, user)
  elseif kind == "add" then
    local note = body:match('"id":(%d+)')
    look(user, body)
    if body:match('"title":"([^"]*)"') ~= asked.title then foreign = foreign + 1 end
    journal:write("added\t", note, "\t", user.name, "\t", asked.title, "\n")
    table.insert(user.notes, note)
  elseif kind == "read" or kind == "list" or kind == "change" then
    if not isGone then look(user, body) end
  end
end

function done(summary, latency)
  local totals = { answered = 0, failed = 0, foreign = 0, broken = 0 }
  local first = ""
  for _, thread in ipairs(threads) do
    for name, value in pairs(totals) do totals[name] = value + thread:get(name) end
    if first == "" then first = thread:get("firstFailure") end
  end
  print(string.format(
    'RESULT {"answered":%d,"failed":%d,"foreign":%d,"broken":%d,"microseconds":%d,"p99":%d,"timeouts":%d,'
      .. '"connect":%d,"read":%d,"write":%d}',
    totals.answered, totals.failed, totals.foreign, totals.broken, summary.duration, latency:percentile(99),
    summary.errors.timeout, summary.errors.connect, summary.errors.read, summary.errors.write))
  if first ~= "" then print("FIRST " .. first:gsub("\n", " ")) end
end
