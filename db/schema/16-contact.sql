-- The messages of visitors. The outbox forwards them.
create table contact_message (
  id uuid primary key,
  name text not null check (char_length(name) between 1 and 100),
  email text not null check (char_length(email) between 3 and 254),
  message text not null check (char_length(message) between 1 and 2000),
  product text check (char_length(product) between 1 and 100),
  created_at timestamptz not null default now()
);
create index contact_message_created on contact_message (created_at);
