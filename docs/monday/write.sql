-- The fenced write. One row comes back: accepted. None: an older token, refused.
UPDATE account
   SET balance = :balance, token = :token
 WHERE id = :id AND token <= :token
RETURNING token;
