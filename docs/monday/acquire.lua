-- KEYS: the lock, the counter. ARGV: a random value of this attempt, the TTL in ms.
-- The token is minted in the same step as the grant. 0: held by another.
if not redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then
  return 0
end
return redis.call('INCR', KEYS[2])
