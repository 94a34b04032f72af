-- Mail to an account whose e-mail is not verified waits in the outbox: held_for names the e-mail.
-- It follows the verification; created_at says how long it has waited without one.
alter table outgoing_mail add column held_for text;
drop index outgoing_mail_due;
create index outgoing_mail_due on outgoing_mail (due_at)
  where dead_at is null and held_for is null;
create index outgoing_mail_held on outgoing_mail (held_for, id) where held_for is not null;

-- Whichever way an e-mail is verified, its mail follows. Mail for an e-mail that the account gives
-- up is nobody's any more.
create function release_held_mail() returns trigger language plpgsql as $$
begin
  if new.email = old.email then
    update outgoing_mail set held_for = null, due_at = now() where held_for = new.email;
  else
    delete from outgoing_mail where held_for = old.email;
  end if;
  return null;
end
$$;
create trigger account_held_mail after update of email, email_verified on account
  for each row when (
    old.email <> new.email or (new.email_verified and not old.email_verified)
  ) execute function release_held_mail();

-- Accounts from before: admins were named by the operator, Google verified the e-mail of whoever
-- came from there, and nobody pays in order to bother a stranger. All others verify theirs.
update account set email_verified = true
where closed_at is null and not email_verified and (
  role = 'admin'
  or exists (select from credential where user_id = account.id and provider_id = 'google')
  or exists (select from purchase where account_id = account.id and transaction_id is not null)
);

alter table audit_entry drop constraint audit_entry_action_check;
alter table audit_entry add constraint audit_entry_action_check check (action ~ '^[a-z]+(-[a-z]+)*$');
