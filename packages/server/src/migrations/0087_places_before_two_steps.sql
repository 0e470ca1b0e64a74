-- Up Migration

-- Without an authenticator app, the password was enough to make a device known. Each known device has tries of its own at
-- the codes, so a thief's devices must not stay known.

delete from known_places p using two_step t
where t.user_id = p.user_id and p.last_used_at <= t.enabled_at and p.place like 'device/%';

-- Down Migration
-- Forward only: restore a backup instead.
