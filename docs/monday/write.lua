-- KEYS: the record, a hash. ARGV: the token, the value.
-- 1: accepted. 0: an older token, refused. Exact up to a token of 2^53.
local highest = tonumber(redis.call('HGET', KEYS[1], 'token') or 0)
if tonumber(ARGV[1]) < highest then
  return 0
end
redis.call('HSET', KEYS[1], 'token', ARGV[1], 'value', ARGV[2])
return 1
