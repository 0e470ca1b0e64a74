-- Up Migration
-- No transaction: writers go on while the indexes are made.

-- By these indexes old rows are found and deleted, so that these tables stop growing (decision 32).

drop index concurrently if exists idempotency_keys_by_age;
create index concurrently idempotency_keys_by_age on idempotency_keys (created_at);
drop index concurrently if exists payment_callbacks_to_forget;
create index concurrently payment_callbacks_to_forget on payment_callbacks (handled_at) where body is null;
drop index concurrently if exists sandbox_payments_told;
create index concurrently sandbox_payments_told on sandbox_payments (created_at) where told is null;
drop index concurrently if exists sandbox_payouts_told;
create index concurrently sandbox_payouts_told on sandbox_payouts (created_at) where told is null;

-- Down Migration
-- Forward only: restore a backup instead.
