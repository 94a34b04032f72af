-- Second factors: an authenticator app (better-auth's two-factor plugin) and passkeys.
alter table account add column two_factor_enabled boolean not null default false;
-- When this session proved one; without it, it was opened by a password or by Google alone.
alter table session add column second_factor_at timestamptz;

create table two_factor (
  id uuid primary key,
  user_id uuid not null unique references account on delete cascade,
  -- Both are encrypted with AUTH_SECRET.
  secret text not null,
  backup_codes text not null,
  verified boolean not null default true,
  failed_verification_count integer not null default 0,
  locked_until timestamptz
);

create table passkey (
  id uuid primary key,
  user_id uuid not null references account on delete cascade,
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
create trigger passkey_of_open_account before insert on passkey
  for each row execute function refuse_credential_of_closed_account();
create trigger two_factor_of_open_account before insert on two_factor
  for each row execute function refuse_credential_of_closed_account();
