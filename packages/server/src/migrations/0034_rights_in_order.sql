-- Up Migration

-- Writers wait: users: for a moment, nothing is read.

create function order_rights() returns trigger language plpgsql as $$
begin
  new.rights_order := nextval('rights_order');
  return new;
end $$;

-- Whoever changes somebody's rights, in whatever way: they agree to no proposal that was made before.
create trigger users_rights_changed before update of is_admin, staff_role on users for each row
  when (old.is_admin is distinct from new.is_admin or old.staff_role is distinct from new.staff_role)
  execute function order_rights();
create trigger users_rights_given before insert on users for each row
  when (new.is_admin or new.staff_role is not null)
  execute function order_rights();

-- Down Migration
-- Forward only: restore a backup instead.
