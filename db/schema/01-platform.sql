-- The outbox: a mail is inserted in the transaction that causes it, sent by a worker, and deleted when
-- a mail server has accepted it. Its text is rendered from `content` when it is sent.
create table outgoing_mail (
  id uuid primary key,
  template text not null,
  -- Not jsonb, which refuses characters that a text column accepts.
  content json not null,
  created_at timestamptz not null default now(),
  -- The earliest time of delivery. The worker that claims the mail moves it forward, and so does a
  -- failure.
  due_at timestamptz not null default now(),
  attempts integer not null default 0,
  last_error text,
  -- Delivery has failed for good; the mail stays for the admin.
  dead_at timestamptz,
  -- Set while the mail is queued until this e-mail is verified; such mail is deleted after some time.
  queued_for text,
  queued_since timestamptz
);
create index outgoing_mail_due on outgoing_mail (due_at) where dead_at is null and queued_for is null;
create index outgoing_mail_dead on outgoing_mail (dead_at) where dead_at is not null;
create index outgoing_mail_queued on outgoing_mail (queued_for, id) where queued_for is not null;

-- The recent events of each rate limit, such as failed logins of one account; shared by all processes.
create table rate_limit (
  key text primary key,
  hits timestamptz[] not null,
  expires_at timestamptz not null
);
create index rate_limit_expired on rate_limit (expires_at);

-- When each background worker's lease expires. The first process that claims it runs the worker.
create table lease (
  worker text primary key,
  free_at timestamptz not null,
  -- When a round last ended without an error.
  finished_at timestamptz
);

-- Refuses to change or delete rows of an append-only table.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise 'rows of % never change', tg_table_name using errcode = 'restrict_violation';
end
$$;

-- The words of a text, for prefix searches.
create function text_words(searched text) returns tsvector
  language sql immutable parallel safe
  return to_tsvector('simple', translate(lower(searched), '@.,-_+''/()&"', repeat(' ', 12)));
