-- The row keeps the highest token that it has seen. Works in PostgreSQL and SQLite.
CREATE TABLE account (
  id      text    PRIMARY KEY,
  balance integer NOT NULL,
  token   bigint  NOT NULL DEFAULT 0
);
CREATE TABLE outbox (
  key  text PRIMARY KEY,
  body text NOT NULL
);
