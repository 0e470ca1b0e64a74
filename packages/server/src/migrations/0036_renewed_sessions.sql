-- Up Migration

-- A session whose token was renewed leaves a row behind for some seconds, for calls that were under way: it names the
-- session that took its place.

alter table sessions add column if not exists replaced_by uuid;

-- Down Migration
-- Forward only: restore a backup instead.
