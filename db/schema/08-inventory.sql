-- The ledger of stock. Append-only: a product's quantity is always the sum of its movements.
create table stock_movement (
  id bigint generated always as identity primary key,
  product_id uuid not null references product,
  delta integer not null check (delta <> 0),
  kind text not null check (kind in ('opening', 'order', 'cancel', 'return', 'correction')),
  -- The order line whose stock is taken, or returned by a cancellation or refund.
  order_line_id uuid,
  -- The refund whose pieces were not shipped and stay in stock.
  refund_id uuid,
  -- The return whose pieces came back.
  return_id uuid,
  -- The import of products that set or counted the stock; it is deleted before the movement.
  import_id uuid,
  account_id uuid,
  created_at timestamptz not null default now(),
  check ((kind in ('order', 'cancel', 'return')) = (order_line_id is not null)),
  check (import_id is null or kind in ('opening', 'correction')),
  check (num_nonnulls(refund_id, return_id) = case kind when 'return' then 1 else 0 end)
);
create index stock_movement_product on stock_movement (product_id, id);
-- A line takes stock once and its cancellation returns it at most once; so does each refund and return.
create unique index stock_movement_once on stock_movement (order_line_id, kind, refund_id, return_id)
  nulls not distinct where order_line_id is not null;
