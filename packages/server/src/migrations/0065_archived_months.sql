-- Up Migration

-- Months whose closed positions were written to an archive and taken out of the database (decision 46). A month is named by its
-- first day. `checksum` is that of the archive's manifest, and `account` how far the work has come while it is not done.

create table archived_months (
  month date primary key,
  state text not null check (state in ('removing', 'removed', 'restoring')),
  account text not null,
  positions bigint not null,
  entries bigint not null,
  checksum text not null,
  created_at timestamptz not null
);

-- The ledger stays append-only. The owner of its tables alone may take an archived month out of it, and says so in the same
-- transaction; the server's role does not own them. The owner could as well drop this trigger, so it gains no power by this.
create or replace function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('veritick.archiving', true) = 'on'
    and pg_has_role(current_user, (select relowner from pg_class where oid = tg_relid), 'member') then
    return null;
  end if;
  raise exception 'the ledger is append-only: % on % is refused', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;

-- Down Migration
-- Forward only: restore a backup instead.
