-- The users. A deleted user's row stays for the paid orders, with a pseudonym, empty and closed.
create table account (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  email_verified boolean not null default false,
  name text not null,
  image text,
  role text not null default 'buyer' check (role in ('buyer', 'admin')),
  phone text not null default '',
  country text not null default '',
  city text not null default '',
  -- The state, province or county, where the country has one.
  region text not null default '',
  address text not null default '',
  postcode text not null default '',
  -- For invoices, as the buyer entered them.
  company text not null default '' check (char_length(company) <= 100),
  tax_id text not null default '' check (char_length(tax_id) <= 40),
  -- The tax treatment of the buyer's orders, set by admins, and the certificate number or tax ID that an
  -- exception is based on.
  tax_treatment text not null default 'standard'
    check (tax_treatment in ('standard', 'exempt', 'reverse-charge')),
  tax_reference text check (char_length(tax_reference) between 1 and 40),
  two_factor_enabled boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  closed_at timestamptz,
  check ((tax_treatment = 'standard') = (tax_reference is null)),
  -- Somebody else may have registered with an e-mail that is not verified, so no admin trusts its account.
  constraint account_trusted_once_verified
    check (email_verified or role <> 'admin' and tax_treatment = 'standard')
);

-- For the admins' prefix search.
create index account_words on account using gin (text_words(name || ' ' || email)) where closed_at is null;
create index account_listed on account (id) where closed_at is null;
create index account_admin on account (id) where role = 'admin' and closed_at is null;

-- Sends the mail that is queued when its e-mail is verified, and deletes it when the user changes the e-mail.
create function send_queued_mail() returns trigger language plpgsql as $$
begin
  if new.email = old.email then
    update outgoing_mail set queued_for = null, queued_since = null, due_at = now()
    where queued_for = new.email;
  else
    delete from outgoing_mail where queued_for = old.email;
  end if;
  return null;
end
$$;
create trigger account_queued_mail after update of email, email_verified on account
  for each row when (
    old.email <> new.email or (new.email_verified and not old.email_verified)
  ) execute function send_queued_mail();

-- The accounts that are not closed. What only such an account has refers to this table: it is deleted when the
-- account is closed. An insert meanwhile waits, then fails.
create table open_account (
  id uuid primary key references account on delete cascade
);
-- Adds new accounts and deletes those that are closed.
create function track_open_account() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into open_account select id from added where closed_at is null;
  else
    delete from open_account where id = new.id;
  end if;
  return null;
end
$$;
create trigger account_opened after insert on account
  referencing new table as added for each statement execute function track_open_account();
create trigger account_closed after update of closed_at on account
  for each row when (new.closed_at is not null) execute function track_open_account();

-- Passwords and the subjects of other identity providers.
create table credential (
  id uuid primary key,
  user_id uuid not null
    constraint credential_of_open_account references open_account on delete cascade,
  provider_id text not null,
  account_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index credential_account on credential (user_id);

-- The logins of users.
create table session (
  id uuid primary key,
  user_id uuid not null
    constraint session_of_open_account references open_account on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  -- When this session passed a second factor; null after a password or Google alone.
  second_factor_at timestamptz,
  -- Whose prices an admin sees in this session, until when. Meanwhile it changes nothing.
  sees_as uuid references account on delete set null,
  sees_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index session_account on session (user_id);
create index session_expired on session (expires_at);

-- Each use extends a session by a week, at most to 30 days after the login.
create function limit_session() returns trigger language plpgsql as $$
begin
  new.expires_at = new.created_at + interval '30 days';
  return new;
end $$;
create trigger session_limit before insert or update of expires_at on session
  for each row when (new.expires_at > new.created_at + interval '30 days')
  execute function limit_session();

-- Tokens sent by e-mail: verifications and password resets.
create table verification (
  id uuid primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verification_identifier on verification (identifier);
create index verification_expired on verification (expires_at);

-- The authenticator apps of users.
create table two_factor (
  id uuid primary key,
  user_id uuid not null unique
    constraint two_factor_of_open_account references open_account on delete cascade,
  -- Both are encrypted with AUTH_SECRET.
  secret text not null,
  backup_codes text not null,
  verified boolean not null default true,
  failed_verification_count integer not null default 0,
  locked_until timestamptz
);

-- The passkeys of users.
create table passkey (
  id uuid primary key,
  user_id uuid not null
    constraint passkey_of_open_account references open_account on delete cascade,
  name text,
  public_key text not null,
  credential_id text not null unique,
  counter bigint not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  created_at timestamptz not null default now(),
  aaguid text
);
create index passkey_account on passkey (user_id);
