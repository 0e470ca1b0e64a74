-- Up Migration
-- No transaction: orders go on while the index is made.

-- Settlement takes the positions of a tick user by user: each user is paid once, and their row is locked for one batch only.
drop index concurrently if exists trading_positions_due_by_user;
create index concurrently trading_positions_due_by_user on trading_positions (expiry_tick, user_id) where status = 'active';
drop index concurrently if exists trading_positions_due;

-- Down Migration
-- Nothing is lost with an index: drop it by hand.
