-- Where the watch over the invariants stands, for all processes that take turns at it.
create table invariant_check (
  only_row boolean primary key default true check (only_row),
  -- Changes up to this movement of stock and this moment have been checked.
  movement_id bigint not null default 0,
  changed_before timestamptz not null default '1970-01-01',
  checked_at timestamptz,
  seconds double precision not null default 0,
  -- What is broken as far as it is known, checked again each time.
  violations jsonb not null default '[]'
);
insert into invariant_check default values;

-- The payments that moved since a moment, and those of a range of orders.
create index captured_payment_captured on captured_payment (captured_at);
create index captured_payment_order on captured_payment (purchase_id);
