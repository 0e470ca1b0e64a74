-- Up Migration

-- A first second step now ends all other sessions, because so far the password alone was enough for them. Sessions from
-- before it that have not proved it since end here. Running servers notice that by themselves.

delete from sessions s using (
  select user_id, min(at) as at from (
    select user_id, enabled_at as at from two_step where enabled_at is not null
    union all select user_id, created_at from passkeys
  ) steps group by user_id
) first
where first.user_id = s.user_id and s.created_at <= first.at and coalesce(s.proved_at <= first.at, true);

-- Down Migration
-- Forward only: restore a backup instead.
