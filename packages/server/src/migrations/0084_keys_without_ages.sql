-- Up Migration
-- No transaction: orders go on meanwhile.

-- Old keys are found by reading the table, all of it once a day (decision 57).

drop index concurrently if exists idempotency_keys_by_age;

-- Down Migration
-- Nothing is lost with an index: drop it by hand.
