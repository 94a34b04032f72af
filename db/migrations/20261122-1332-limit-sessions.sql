-- Each use prolongs a session by a week, but never beyond 30 days after the login.
create function limit_session() returns trigger language plpgsql as $$
begin
  new.expires_at = new.created_at + interval '30 days';
  return new;
end $$;
create trigger session_limit before insert or update of expires_at on session
  for each row when (new.expires_at > new.created_at + interval '30 days')
  execute function limit_session();
update session set expires_at = expires_at where expires_at > created_at + interval '30 days';
