-- Up Migration

-- A first second step now ends all API keys as well, because so far the password alone was enough to make one. Keys from
-- before it end here. Running servers notice that by themselves.

delete from api_keys k using (
  select user_id, min(at) as at from (
    select user_id, enabled_at as at from two_step where enabled_at is not null
    union all select user_id, created_at from passkeys
  ) steps group by user_id
) first
where first.user_id = k.user_id and k.created_at <= first.at;

-- Down Migration
-- Forward only: restore a backup instead.
