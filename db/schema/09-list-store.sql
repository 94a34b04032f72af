-- The order lists of users. Slot 0 is the current list, which has no name; slots 1 to 20 are named
-- lists, so the unique slot limits their number. Lines are one document, because a list is always read
-- and written as a whole; `version` detects concurrent changes by two devices.
create table order_list (
  id uuid primary key,
  account_id uuid not null
    constraint order_list_of_open_account references open_account on delete cascade,
  slot smallint not null check (slot between 0 and 20),
  name text check (char_length(name) between 1 and 60),
  lines jsonb not null default '[]',
  version integer not null default 1,
  -- The hash of the random token in a shared link.
  share_hash text unique,
  share_expires_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (account_id, slot),
  check ((slot = 0) = (name is null)),
  check ((share_hash is null) = (share_expires_at is null)),
  check (jsonb_typeof(lines) = 'array' and jsonb_array_length(lines) <= 200)
);
create unique index order_list_name on order_list (account_id, lower(name));
