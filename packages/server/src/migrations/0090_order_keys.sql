-- Up Migration

-- Writers wait: idempotency_keys: for a moment, nothing is read.

-- The idempotency keys of orders, in a table that costs an order less (decision 59): `key` has the first 128 bits of the SHA-256 of the
-- key, and `request` the first 64 of its request's. Only statements that have locked the user's row insert or delete here, so the
-- table needs no foreign key.

create table order_keys (
  user_id uuid not null,
  key uuid not null,
  position_id uuid not null,
  request bigint not null,
  primary key (user_id, key)
);

-- A process of the version before this one takes an order's key in `idempotency_keys`. This takes it in `order_keys`, too, so that
-- no order opens twice while both versions run. A later migration removes it.

create function take_order_key() returns trigger language plpgsql as $$
begin
  insert into order_keys (user_id, key, position_id, request)
  values (
    new.user_id,
    encode(substring(sha256(convert_to(new.key, 'UTF8')) for 16), 'hex')::uuid,
    new.position_id,
    ('x' || encode(substring(new.request_hash for 8), 'hex'))::bit(64)::bigint)
  on conflict do nothing;
  return case when found then new end;
end $$;
create trigger idempotency_keys_of_orders before insert on idempotency_keys
  for each row when (new.position_id is not null) execute function take_order_key();

-- Down Migration
-- Forward only: restore a backup instead.
