-- An effect under a key, written under the fence. One row: it is new, and somebody who
-- reads the outbox will do it. None: done already, or an older token.
INSERT INTO outbox (key, body)
SELECT :key, :body FROM account
 WHERE id = :id AND token <= :token
ON CONFLICT (key) DO NOTHING
RETURNING key;
