create table product (
  id uuid primary key,
  name text not null check (name <> ''),
  description text not null,
  unit_price_cents integer not null check (unit_price_cents > 0),
  quantity integer not null check (quantity >= 0),
  min_quantity integer not null check (min_quantity >= 1),
  image text not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
-- Ids are time-ordered, so the list's order is the order in which tools were added.
create index product_listed on product (id) where deleted_at is null;

-- The ledger of stock: append-only, and a product's quantity is the sum of its rows, always.
create table stock_movement (
  id bigint generated always as identity primary key,
  product_id uuid not null references product,
  delta integer not null check (delta <> 0),
  reason text not null check (reason in ('opening', 'order', 'cancel', 'correction')),
  purchase_id uuid,
  account_id uuid,
  created_at timestamptz not null default now(),
  check ((reason in ('order', 'cancel')) = (purchase_id is not null))
);
create index stock_movement_product on stock_movement (product_id, id);
-- An order takes its stock once and gives it back at most once.
create unique index stock_movement_once on stock_movement (purchase_id, reason);
