-- Up Migration

-- `amount` is what is left to decide of a payment, `arrived` what was in it when it was last looked at. `history` keeps
-- the decisions that were made before an item came back.
alter table attention_items
  add column arrived numeric(38,18),
  add column history jsonb not null default '[]';
update attention_items set arrived = amount where kind = 'payment';

-- What a callback said is no evidence for ever; its digest is kept, so that a replay stays the same callback.
alter table payment_callbacks alter column body drop not null;
create index payment_callbacks_to_empty on payment_callbacks (handled_at)
  where handled_at is not null and body is not null;

-- Looked for every second.
create index deposit_transactions_unaddressed on deposit_transactions (id)
  where status = 'pending' and payment_id is null;

-- Down Migration
-- Decisions are never forgotten: restore a backup instead.
