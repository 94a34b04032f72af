-- What visitors wrote to the shop. A message waits to be mailed until mailed_at says when it was.
create table contact_message (
  id uuid primary key,
  name text not null check (char_length(name) between 1 and 100),
  email text not null check (char_length(email) between 3 and 254),
  message text not null check (char_length(message) between 1 and 2000),
  product text check (char_length(product) between 1 and 100),
  created_at timestamptz not null default now(),
  mailed_at timestamptz
);
create index contact_message_waiting on contact_message (id) where mailed_at is null;
