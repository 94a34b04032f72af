-- The outbox: a mail is noted in the transaction that causes it, sent by a worker, and leaves the
-- table once a mail server took it. What the mail says is made from `content` when it is sent.
create table outgoing_mail (
  id uuid primary key,
  template text not null,
  -- Not jsonb, which would refuse what a text column takes.
  content json not null,
  created_at timestamptz not null default now(),
  -- Nobody else sends it before: now at first, later for its sender or after a failure.
  due_at timestamptz not null default now(),
  attempts integer not null default 0,
  last_error text,
  -- Given up: kept for a person to look at.
  dead_at timestamptz
);
create index outgoing_mail_due on outgoing_mail (due_at) where dead_at is null;

-- The outbox knows now which messages still wait.
alter table contact_message drop column mailed_at;
