-- Up Migration

-- What is over is found without reading what is not.

create index sessions_by_expiry on sessions (expires_at);
create index ws_tokens_by_expiry on ws_tokens (expires_at);
create index attempt_counters_by_end on attempt_counters (window_ends_at);
create index password_resets_by_expiry on password_resets (expires_at);

-- Each session sees for itself what happened to the account: `events_seen` is the newest number it has acknowledged.
-- Numbers are drawn while the user's row is locked, so within one account they ascend in the order of the commits.

alter table security_events add column number bigint generated always as identity;
alter table sessions add column events_seen bigint not null default 0;

-- Down Migration
-- Forward only: restore a backup instead.
