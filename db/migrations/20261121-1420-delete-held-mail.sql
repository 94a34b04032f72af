-- Since when a mail waits for its recipient's e-mail to be verified: it is deleted in the end.
alter table outgoing_mail add column held_since timestamptz;
update outgoing_mail set held_since = now() where held_for is not null;

create or replace function release_held_mail() returns trigger language plpgsql as $$
begin
  if new.email = old.email then
    update outgoing_mail set held_for = null, held_since = null, due_at = now()
    where held_for = new.email;
  else
    delete from outgoing_mail where held_for = old.email;
  end if;
  return null;
end
$$;
