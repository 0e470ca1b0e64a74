-- Up Migration

-- The language in which a person last used the pages, for mails that nobody asks for at that moment.

alter table users
  add column language text;

-- Down Migration
-- Forward only: restore a backup instead.
