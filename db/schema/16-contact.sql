-- The messages of visitors. The outbox forwards them, and admins answer them.
create table contact_message (
  id uuid primary key,
  name text not null check (char_length(name) between 1 and 100),
  email text not null check (char_length(email) between 3 and 254),
  message text not null check (char_length(message) between 1 and 2000),
  product text check (char_length(product) between 1 and 100),
  created_at timestamptz not null default now(),
  state text not null default 'new' check (state in ('new', 'answered', 'closed')),
  answer text check (char_length(answer) between 1 and 5000),
  -- The e-mail of the admin at that moment.
  answered_by text,
  answered_at timestamptz,
  check (num_nulls(answer, answered_by, answered_at) in (0, 3)),
  check (state <> 'answered' or answer is not null)
);
create index contact_message_created on contact_message (created_at);
create index contact_message_email on contact_message (lower(email), id);
create index contact_message_state on contact_message (state, id);
