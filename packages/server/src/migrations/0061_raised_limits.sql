-- Up Migration

-- No transaction: the index is made concurrently, while people set limits.

-- Who has asked for a looser limit lately.

drop index concurrently if exists user_limits_raised;

create index concurrently user_limits_raised on user_limits (raised_at) where raised_at is not null;

-- Down Migration
-- Forward only: restore a backup instead.
