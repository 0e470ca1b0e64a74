-- Up Migration

-- `role` is what a change of rights gives. At `effective_at` a proposal takes effect by itself, unless somebody declines it.

alter table proposals
  add column role text,
  add column effective_at timestamptz,
  add column made_order bigint,
  alter column made_order set default nextval('rights_order');

-- Down Migration
-- Forward only: restore a backup instead.
