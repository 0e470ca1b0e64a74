-- Up Migration
-- No transaction: the ledger is written to while the index is made.

-- The fee that a provider keeps of a payment may be booked after its credit. The transactions that did are found by their note. An
-- order writes none of them, so it does not pay for the index.

drop index concurrently if exists ledger_transactions_of_fees;
create index concurrently ledger_transactions_of_fees on ledger_transactions (note)
  where kind in ('trust_settled', 'provider_fee_paid');

-- Down Migration
-- Nothing is lost with an index: drop it by hand.
