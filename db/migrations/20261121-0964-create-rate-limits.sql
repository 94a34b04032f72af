-- The recent events that a limit counts, such as failed logins of one account, for all processes.
create table rate_limit (
  key text primary key,
  hits timestamptz[] not null,
  expires_at timestamptz not null
);
create index rate_limit_expired on rate_limit (expires_at);
