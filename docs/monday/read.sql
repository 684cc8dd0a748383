-- The read that announces: it shows the token before anything is written, so that an
-- older holder is refused from here on. No row: the reader itself is the older one.
UPDATE account
   SET token = :token
 WHERE id = :id AND token <= :token
RETURNING balance;
