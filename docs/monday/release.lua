-- KEYS: the lock. ARGV: the random value of the attempt. Deletes only what is mine.
if redis.call('GET', KEYS[1]) == ARGV[1] then
  return redis.call('DEL', KEYS[1])
end
return 0
