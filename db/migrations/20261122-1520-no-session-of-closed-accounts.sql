-- Somebody who signed in while the account was being closed would have kept a session of it, with
-- which the closed account could be given an e-mail and a way to sign in again.
delete from session where user_id in (select id from account where closed_at is not null);

create trigger session_of_open_account before insert on session
  for each row execute function refuse_credential_of_closed_account();
