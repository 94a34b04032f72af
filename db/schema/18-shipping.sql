-- A shipment of one order, which may have several. It goes to the order's address, which never changes.
create table shipment (
  id uuid primary key,
  order_id uuid not null references orders,
  -- In its order, from 1; null until it is packed.
  position integer check (position > 0),
  -- FW-10428-S1, FW-10428-S2 …: the order's number and the position.
  number text unique,
  -- Who packs it. While it is open, colleagues get other orders.
  packer_id uuid not null,
  created_at timestamptz not null default now(),
  packed_at timestamptz,
  shipped_at timestamptz,
  delivered_at timestamptz,
  cancelled_at timestamptz,
  -- Why it was cancelled although it had been shipped; only admins see it.
  cancel_reason text check (char_length(cancel_reason) between 1 and 200),
  carrier text check (char_length(carrier) between 1 and 40),
  tracking_number text check (char_length(tracking_number) between 1 and 60),
  tracking_url text,
  -- The status that the carrier reports, for information only.
  tracking_status text check (char_length(tracking_status) between 1 and 100),
  -- Incremented by each change, so that no one overwrites a change that they have not seen.
  version integer not null default 1,
  changed_at timestamptz not null default now(),
  -- Generated, so that it always agrees with the columns above.
  status text not null generated always as (
    case
      when cancelled_at is not null then 'cancelled'
      when delivered_at is not null then 'delivered'
      when shipped_at is not null then 'shipped'
      when packed_at is not null then 'packed'
      else 'open'
    end
  ) stored,

  unique (order_id, position),
  check ((packed_at is null) = (number is null) and (number is null) = (position is null)),
  check (packed_at is not null or (shipped_at is null and cancelled_at is null)),
  check ((shipped_at is null) = (carrier is null)),
  check (delivered_at is null or shipped_at is not null),
  check (cancelled_at is null or (shipped_at is null) = (cancel_reason is null))
);
-- One person at a time packs an order, and packs one order at a time.
create unique index shipment_open on shipment (order_id) where status = 'open';
create unique index shipment_packer on shipment (packer_id) where status = 'open';
create index shipment_changed on shipment (changed_at);
create index shipment_shipped on shipment (shipped_at) where shipped_at is not null;

-- The pieces in a shipment.
create table shipment_line (
  shipment_id uuid not null references shipment,
  order_line_id uuid not null references order_line,
  quantity integer not null check (quantity > 0),
  primary key (shipment_id, order_line_id)
);
create index shipment_line_line on shipment_line (order_line_id);
create trigger shipment_line_unchanged before update or delete on shipment_line
  for each row execute function refuse_change();

-- Counts, for `check_pieces` of returns, the pieces of lines that are in shipments, in those of them that left, and that were refunded unshipped.
create function count_packed(line_ids uuid[])
returns table (line_id uuid, live bigint, shipped bigint, unshipped bigint) language sql stable as $$
  select line.id, coalesce(shipments.live, 0), coalesce(shipments.shipped, 0), coalesce(refunds.unshipped, 0)
  from unnest(line_ids) as line (id)
  left join (
    select order_line_id, sum(quantity) as live,
      sum(quantity) filter (where status in ('shipped', 'delivered')) as shipped
    from shipment_line join shipment on shipment.id = shipment_id
    where order_line_id = any(line_ids) and status <> 'cancelled'
    group by 1
  ) as shipments on shipments.order_line_id = line.id
  left join (
    select order_line_id, sum(refund_line.unshipped) as unshipped from refund_line
    where order_line_id = any(line_ids)
    group by 1
  ) as refunds on refunds.order_line_id = line.id
$$;

-- Checks the lines of new pieces of a shipment, which must be of its order.
create function check_shipment_lines() returns trigger language plpgsql as $$
declare
  wrong uuid;
begin
  select shipment.id into wrong from added
    join shipment on shipment.id = shipment_id join order_line on order_line.id = order_line_id
    where shipment.order_id <> order_line.order_id
    limit 1;
  if found then
    raise 'shipment % is of another order', wrong using errcode = 'check_violation';
  end if;
  perform check_pieces(array(select order_line_id from added));
  return null;
end
$$;
create trigger shipment_line_paid after insert on shipment_line
  referencing new table as added for each statement execute function check_shipment_lines();

-- Checks the line of a refund of pieces that were not shipped, or the lines of a shipment that is shipped or
-- cancelled.
create function check_moved() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'refund_line' then
    perform check_pieces(array[new.order_line_id]);
  else
    perform check_pieces(array(select order_line_id from shipment_line where shipment_id = new.id));
  end if;
  return null;
end
$$;
create trigger refund_line_unshipped after insert or update of unshipped on refund_line
  for each row when (new.unshipped > 0) execute function check_moved();
create trigger shipment_moved after update of shipped_at, cancelled_at on shipment
  for each row execute function check_moved();
