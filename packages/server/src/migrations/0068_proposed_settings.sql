-- Up Migration

-- A proposal may be about a setting of the installation: NAME=value, or the name alone for what the environment says.

alter table proposals add column setting text;

-- Down Migration
-- Forward only: restore a backup instead.
