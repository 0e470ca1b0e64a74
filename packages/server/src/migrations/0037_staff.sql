-- Up Migration

-- No transaction: indexes of existing tables are made while they are written to.

drop index concurrently if exists users_staff;
create index concurrently users_staff on users (id) where staff_role is not null;

-- Down Migration
-- Forward only: restore a backup instead.
