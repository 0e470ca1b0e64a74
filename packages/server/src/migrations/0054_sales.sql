-- Up Migration

-- Writers wait: trading_positions: for a moment, nothing is read.

-- A position that was sold back before its expiry. The columns of closings tell at which tick and price, and with which chance;
-- these tell the rest, and what was signed.

alter table trading_positions
  drop constraint trading_positions_status_check,
  add constraint trading_positions_status_check
    check (status in ('active', 'won', 'lost', 'sold', 'refunded')) not valid,
  add column sold_at timestamptz,
  add column sale_round bigint,
  add column sale_value numeric(18,8),
  add column sale_signature bytea,
  add column sale_key smallint,
  add constraint trading_positions_sale
    check ((status = 'sold') = (sold_at is not null and sale_round is not null and sale_value is not null
      and sale_signature is not null and sale_key is not null)) not valid;

-- Down Migration
-- Forward only: restore a backup instead.
