-- Up Migration

-- `is_admin` stays what the version before takes it for: the right to do everything. Lesser roles have a column of their
-- own. `rights_order` says when somebody's rights changed last, in the order that proposals count in too.

alter table users
  add column staff_role text,
  add column rights_order bigint;

-- Down Migration
-- Forward only: restore a backup instead.
