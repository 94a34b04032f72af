-- A deleted user's account is closed: the row stays behind its paid orders, under a pseudonym and
-- empty, and nothing new may hang on it.
alter table account add column closed_at timestamptz;

-- Whoever adds to an account that is being closed at this moment waits, and is refused afterwards.
create function refuse_closed_account() returns trigger language plpgsql as $$
begin
  perform from account where id = new.account_id and closed_at is null for key share;
  if not found then
    raise foreign_key_violation using message = 'The account is closed or unknown';
  end if;
  return new;
end
$$;
create trigger purchase_of_open_account before insert on purchase
  for each row execute function refuse_closed_account();
create trigger review_of_open_account before insert on review
  for each row when (new.account_id is not null) execute function refuse_closed_account();

-- What an admin may search users by: each word of the name and of the e-mail, from its beginning.
create function account_words(name text, email text) returns tsvector
  language sql immutable parallel safe
  return to_tsvector('simple', translate(lower(name || ' ' || email), '@.,-_+''', '       '));
create index account_words on account using gin (account_words(name, email)) where closed_at is null;
create index account_listed on account (id) where closed_at is null;
create index account_admin on account (id) where role = 'admin' and closed_at is null;
