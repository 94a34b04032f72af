-- The simulator's own memory. The lock makes two processes that start at once take turns.
select pg_advisory_xact_lock(7310203);
create schema if not exists google_simulator;

-- One key for all processes: the public half is what the discovery document leads to.
create table if not exists google_simulator.signing_key (
  id text primary key,
  private_jwk jsonb not null
);

-- What the browser brings back to the shop, until the shop redeems it or it runs out.
create table if not exists google_simulator.code (
  code text primary key,
  body jsonb not null,
  expires_at timestamptz not null
);
