-- The state of the mail simulator. The lock serializes processes that start at the same time.
select pg_advisory_xact_lock(7310202);
create schema if not exists mail_simulator;

create table if not exists mail_simulator.message (
  seq bigint generated always as identity primary key,
  id text not null,
  recipient text not null,
  reply_to text,
  subject text not null,
  html text not null,
  plain_text text not null,
  received_at timestamptz not null
);

-- The files of the mails that the inbox shows.
create table if not exists mail_simulator.attachment (
  message_seq bigint references mail_simulator.message on delete cascade,
  place integer not null,
  name text not null,
  content_type text not null,
  content bytea not null,
  primary key (message_seq, place)
);
