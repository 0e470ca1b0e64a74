-- Up Migration

-- Writers wait: idempotency_keys: for a moment, nothing is read.

-- The answer to an order is the position as it was opened, so its key names the position instead of keeping the answer again. A
-- process of the version before this one answers nothing to a repeated order of such a key, and opens nothing.

alter table idempotency_keys
  alter column response drop not null,
  add column position_id uuid,
  add constraint idempotency_keys_answered check ((response is null) = (position_id is not null)) not valid;

-- Down Migration
-- Forward only: restore a backup instead.
