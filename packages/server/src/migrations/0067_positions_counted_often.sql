-- Up Migration

-- Statements that ask for open positions choose their index by how many there are. In a table of ten million rows PostgreSQL would
-- look again after a million changes, and know of no open position for that long. Writers go on.

alter table trading_positions set (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 20000);

-- Down Migration
-- Nothing is lost with these settings: reset them by hand.
