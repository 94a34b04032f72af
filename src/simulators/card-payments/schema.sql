-- The state of the card simulator. The lock serializes processes that start at the same time.
select pg_advisory_xact_lock(7310201);
create schema if not exists card_simulator;

-- Intents, charges, refunds, payment methods and events, each as the JSON that the API returns.
create table if not exists card_simulator.object (
  id text primary key,
  type text not null,
  seq bigint generated always as identity,
  body jsonb not null,
  behaviour text,           -- payment methods: the test card's behaviour (its number is never stored); refunds: how they end
  settles_at timestamptz    -- intents in status processing, and refunds: when the bank decides
);
create index if not exists object_by_type on card_simulator.object (type, seq);
create index if not exists object_settling on card_simulator.object (settles_at)
  where settles_at is not null;

create table if not exists card_simulator.delivery (
  id bigint generated always as identity primary key,
  event_id text not null references card_simulator.object (id),
  variant text not null check (variant in ('true', 'forged', 'wrong_amount')),
  state text not null check (state in ('pending', 'delivered', 'failed', 'lost')),
  due_at timestamptz not null,
  attempts integer not null default 0,
  last_answer text
);
create index if not exists delivery_due on card_simulator.delivery (due_at) where state = 'pending';
create index if not exists delivery_by_event on card_simulator.delivery (event_id);

create table if not exists card_simulator.idempotency_key (
  key text primary key,
  request_hash text not null,
  status integer,
  body jsonb,
  created_at timestamptz not null
);

create table if not exists card_simulator.fault (
  id bigint generated always as identity primary key,
  kind text not null,
  call text,
  remaining integer not null check (remaining >= 0)
);
