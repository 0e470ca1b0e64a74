-- Up Migration

-- Counts changes of rights and proposals about them in one order.

create sequence rights_order;

-- Down Migration
-- Forward only: restore a backup instead.
