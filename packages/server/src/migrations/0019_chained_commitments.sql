-- Up Migration

-- The head of the commitments' chain after each of them. An older process stores commitments without one; the newer ones
-- add what is missing, and every process checks what is there when it starts.

alter table price_epochs add column head bytea;

-- Down Migration
-- Forward only: restore a backup instead.
