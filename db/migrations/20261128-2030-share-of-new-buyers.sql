-- New buyers share half of each product, whichever network or mail domain they come from. The address
-- serves only admins who cancel the orders of a network; retention deletes it once the order holds no stock.
alter table orders
  add column ip_address text,
  -- Placed and paid in one step, by "Place and pay".
  add column pay_at_once boolean not null default false;
comment on column orders.ip_address is 'From where a new buyer placed it, while it holds stock';
comment on column orders.pay_at_once is 'The buyer pays it in the step that places it';
update orders set ip_address = split_part(substr(pool, length('network ') + 1), '/', 1)
from (
  select distinct on (order_id) order_id, pool from order_line, unnest(pools) pool
  where status in ('unpaid', 'cancelling') and pool like 'network %'
  -- Of the networks of an IPv6 address the smallest.
  order by order_id, length(pool) desc
) as open where open.order_id = orders.id;
drop index order_line_open_pools;
alter table order_line drop column pools;
