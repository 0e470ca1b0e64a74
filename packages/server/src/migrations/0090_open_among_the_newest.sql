-- Up Migration
-- No transaction: orders go on meanwhile.

-- A user's open positions are found among their newest, and an order does not pay for an index of its own (decision 57).

drop index concurrently if exists trading_positions_open_by_user;

-- Down Migration
-- Nothing is lost with an index: drop it by hand.
