-- Nor may a way to sign in hang on a closed account: who signed in with Google while the account
-- was being closed would be led to it for ever.
create function refuse_credential_of_closed_account() returns trigger language plpgsql as $$
begin
  perform from account where id = new.user_id and closed_at is null for key share;
  if not found then
    raise foreign_key_violation using message = 'The account is closed or unknown';
  end if;
  return new;
end
$$;
create trigger credential_of_open_account before insert on credential
  for each row execute function refuse_credential_of_closed_account();
