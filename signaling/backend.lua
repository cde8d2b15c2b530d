-- Everything that may change a room, each as one step that nobody can come between.
--
-- KEYS[1] is the room, one JSON text that expires unless a server renews it. ARGV is the
-- operation, the prefix of all names, the room's name, the server that asks, the terms
-- and what the operation is given. What has changed is published to every server with a
-- member in the room: the whole room, with a version that only grows, so that whoever
-- has missed one is right again with the next.

local op, prefix, name, node = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local terms, given = cjson.decode(ARGV[5]), cjson.decode(ARGV[6])
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local stored = redis.call('GET', KEYS[1])
local room = stored and cjson.decode(stored)
local audience, leased = {}, {}

local function has_lease(who)
  if leased[who] == nil then
    leased[who] = redis.call('EXISTS', prefix .. 'node:' .. who) == 1
  end
  return leased[who]
end

-- A member counts until nobody has renewed it for too long, or its server has died.
local function alive(member)
  if member.node == node then return true end
  if member.till <= now then return false end
  local renewed = member.till - terms.ttl
  return now - renewed < terms.lease or has_lease(member.node)
end

local function lose_host()
  room.lost = now
end

local function prune()
  local changed = false
  for member, guest in pairs(room.guests) do
    if not alive(guest) then
      room.guests[member] = nil
      changed = true
    end
  end
  if room.lost == 0 and not alive(room.host) then
    lose_host()
    changed = true
  end
  return changed
end

local function drop(deaf)
  for member, guest in pairs(room.guests) do
    if guest.node == deaf then room.guests[member] = nil end
  end
  if room.lost == 0 and room.host.node == deaf then lose_host() end
end

-- After this server's store was lost, the others may not be back yet.
local function settling()
  return now - room.repaired < terms.lease
end

local function count()
  local guests = 0
  for _ in pairs(room.guests) do guests = guests + 1 end
  return guests
end

local function hear()
  if room.lost == 0 then audience[room.host.node] = true end
  for _, guest in pairs(room.guests) do audience[guest.node] = true end
end

local function publish(kind, text)
  local deaf = {}
  for who in pairs(audience) do
    local channel = prefix .. 'to:' .. who
    local heard = redis.call('PUBLISH', channel, kind .. name .. '\n' .. text)
    if heard == 0 and who ~= node then deaf[#deaf + 1] = who end
  end
  return deaf
end

local function tell()
  repeat
    hear()
    room.v = math.max(room.v + 1, now)
    local deaf = publish('r', cjson.encode(room))
    if settling() then return end
    for _, who in ipairs(deaf) do
      audience[who] = nil
      drop(who)
    end
  until #deaf == 0
end

local function save(changed)
  if changed then tell() end
  local till = room.lost > 0 and room.lost + terms.keep or room.host.till
  for _, guest in pairs(room.guests) do till = math.max(till, guest.till) end
  local text = cjson.encode(room)
  redis.call('SET', KEYS[1], text, 'PX', math.max(till - now, 1))
  return text
end

local function close(why)
  hear()
  redis.call('DEL', KEYS[1])
  publish('c', why)
  return 'closed'
end

local function why_over()
  if room.lost > 0 and now - room.lost >= terms.keep then return 'away' end
  if now - room.opened >= terms.hard then return 'old' end
  if now - room.used >= terms.idle then return 'idle' end
end

local function here(member)
  return { member = member, node = node, till = now + terms.ttl }
end

local function open()
  room = {
    claim = given.claim, v = 0, opened = now, used = now, repaired = 0, lost = 0,
    opener = given.member, host = here(given.member), guests = {},
  }
end

-- A full room for whoever asks for one that is not there: it takes as long to read.
local function nowhere()
  local never = string.format('%.0f', now + terms.hard)
  local guest = ':{"node":"000000000000","came":' .. never .. ',"heard":' .. never
    .. ',"till":' .. never .. '}'
  local guests = {}
  for number = 1, terms.cap do
    guests[number] = '"' .. number .. '"' .. guest
  end
  return cjson.decode('{"lost":1,"guests":{' .. table.concat(guests, ',') .. '}}')
end

local function quiet_guest(guests)
  local found, since
  for member, guest in pairs(guests) do
    local can_go = now - guest.heard >= terms.quiet or now - guest.came >= terms.stay
    if can_go and (not since or guest.heard < since) then
      found, since = member, guest.heard
    end
  end
  return found
end

local function guest_of(member, silence)
  return { node = node, came = now, heard = now - silence, till = now + terms.ttl }
end

local ops = {}

function ops.create()
  if room then return 'taken' end
  open()
  return save(true)
end

-- Whoever has the claim is the host from now on, wherever the former one was.
function ops.claim()
  if not room then
    open()
    return save(true)
  end
  if room.claim ~= given.claim then return 'claim' end
  prune()
  room.host, room.lost, room.used = here(given.member), 0, now
  for _, guest in pairs(room.guests) do guest.heard = now end
  return save(true)
end

function ops.join()
  local there = room and not why_over()
  if not there then room = nowhere() end
  local changed = prune()
  if count() >= terms.cap then
    local quiet = quiet_guest(room.guests)
    if not quiet then
      if there and changed then save(true) end
      return 'unknown'
    end
    room.guests[quiet], room.out = nil, quiet
  end
  room.guests[given.member] = guest_of(given.member, 0)
  room.used = now
  return save(true)
end

function ops.leave()
  if not room then return 'missing' end
  local guest = room.guests[given.member]
  if guest then
    room.guests[given.member] = nil
  elseif room.lost == 0 and room.host.member == given.member then
    if given.reason == 'left' then return close('left') end
    lose_host()
  else
    return 'missing'
  end
  if given.reason == 'left' then room.left = given.member end
  return save(true)
end

-- A message to this server reached nobody.
function ops.deaf()
  if not room then return 'missing' end
  if not settling() then drop(given.node) end
  return save(true)
end

local function repair()
  local version = room and room.v or 0
  room = given.room
  room.v = math.max(room.v, version)
  room.repaired = now
  room.host.till = now + terms.ttl
  for _, guest in pairs(room.guests) do guest.till = now + terms.ttl end
end

-- The store has forgotten our host's room, or somebody has opened it anew since then.
local function is_ours()
  if not given.host or given.room.host.member ~= given.host then return false end
  if not room then return true end
  return room.claim ~= given.room.claim and given.room.opened < room.opened
end

-- Who came a moment ago may not have been listed yet.
local function just_came(member)
  return now - (member.till - terms.ttl) < terms.lease
end

local function renew_host()
  local host = room.host
  if host.node ~= node then return false end
  if host.member ~= given.host then
    if room.lost > 0 or just_came(host) then return false end
    lose_host()
    return true
  end
  host.till = now + terms.ttl
  if room.lost == 0 then return false end
  room.lost = 0
  return true
end

local function renew_guests()
  local changed = false
  for member, guest in pairs(room.guests) do
    local is_ours = guest.node == node
    if is_ours and not given.guests[member] and not just_came(guest) then
      room.guests[member] = nil
      changed = true
    end
  end
  for member, silence in pairs(given.guests) do
    local guest = room.guests[member]
    if guest then
      guest.till = now + terms.ttl
      guest.heard = math.max(guest.heard, now - silence)
      room.used = math.max(room.used, guest.heard)
    elseif count() < terms.cap then
      room.guests[member] = guest_of(member, silence)
      changed = true
    end
  end
  return changed
end

-- These members are here and no others; it is the only thing that keeps a room.
function ops.renew()
  local changed = false
  if is_ours() then
    if room then hear() end
    repair()
    changed = true
  end
  if not room then return 'missing' end
  changed = renew_host() or changed
  changed = renew_guests() or changed
  changed = prune() or changed
  local over = why_over()
  if over then return close(over) end
  return save(changed)
end

if room then
  hear()
  room.out, room.left = nil, nil
end
return ops[op]()
