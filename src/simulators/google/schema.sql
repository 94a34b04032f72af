-- The state of the Google simulator. The lock serializes processes that start at the same time.
select pg_advisory_xact_lock(7310203);
create schema if not exists google_simulator;

-- One signing key for all processes. The discovery document leads to its public half.
create table if not exists google_simulator.signing_key (
  id text primary key,
  private_jwk jsonb not null
);

-- Authorization codes, deleted when the shop redeems them or after they expire.
create table if not exists google_simulator.code (
  code text primary key,
  body jsonb not null,
  expires_at timestamptz not null
);
