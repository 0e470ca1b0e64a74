-- Up Migration

-- When everybody with rights is to be told by mail of a change that takes effect by itself: null where they were, or need
-- not be. A process that sends the mail moves it a few minutes ahead, so that another one takes over if it is killed.

alter table proposals
  add column announce_at timestamptz;

-- Down Migration
-- Forward only: restore a backup instead.
