-- An order, with a snapshot of what was bought at which price. Cancelled orders leave the table.
create table purchase (
  id uuid primary key,
  account_id uuid not null references account,
  product_id uuid not null references product,
  name text not null,
  email text not null,
  address text not null,
  product_name text not null,
  unit_price_cents integer not null,
  quantity integer not null check (quantity > 0),
  image text not null,
  payment_intent_id text unique,
  transaction_id text unique,
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  cancelling_at timestamptz,
  -- What a card can be charged: 50 cents to $999,999.99.
  check (unit_price_cents::bigint * quantity between 50 and 99999999),
  check ((transaction_id is null) = (paid_at is null)),
  check (transaction_id is null or cancelling_at is null)
);
create index purchase_account on purchase (account_id, id);
create index purchase_product on purchase (product_id);

-- Left behind by a cancelled order: says whether its stock went back, and waits to be acknowledged.
create table release_ticket (
  purchase_id uuid primary key,
  product_id uuid not null references product,
  account_id uuid not null,
  quantity integer not null check (quantity > 0),
  restored boolean not null,
  created_at timestamptz not null default now(),
  acknowledged_at timestamptz
);
create index release_ticket_open on release_ticket (account_id, product_id)
  where acknowledged_at is null;

-- The first answer to a request that carried an Idempotency-Key, kept to be given again.
create table idempotency_key (
  account_id uuid not null references account on delete cascade,
  key text not null check (length(key) between 1 and 255),
  request_hash text not null,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (account_id, key)
);
