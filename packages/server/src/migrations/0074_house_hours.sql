-- Up Migration

-- What the house took and paid in each hour, summed up from the ledger once the hour is over. An archived month is in no ledger
-- any more, and its hours stay here.

create table house_hours (
  hour timestamptz primary key,
  positions bigint not null,
  stakes numeric(24,8) not null,
  paid numeric(24,8) not null,
  fees_earned numeric(24,8) not null,
  fees_paid numeric(24,8) not null,
  deposits numeric(24,8) not null,
  withdrawals numeric(24,8) not null
);

-- Down Migration
-- Forward only: restore a backup instead.
