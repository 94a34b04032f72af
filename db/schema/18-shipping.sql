-- A parcel of one order, which may have several. It goes to the order's address, which never changes.
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

-- The pieces in a parcel.
create table shipment_line (
  shipment_id uuid not null references shipment,
  order_line_id uuid not null references order_line,
  quantity integer not null check (quantity > 0),
  primary key (shipment_id, order_line_id)
);
create index shipment_line_line on shipment_line (order_line_id);
create trigger shipment_line_unchanged before update or delete on shipment_line
  for each row execute function refuse_change();

-- Counts the pieces of lines that are in parcels, in those of them that left, and that were refunded unshipped.
create function count_packed(line_ids uuid[])
returns table (line_id uuid, live bigint, shipped bigint, unshipped bigint) language sql stable as $$
  select line.id, coalesce(parcels.live, 0), coalesce(parcels.shipped, 0), coalesce(refunds.unshipped, 0)
  from unnest(line_ids) as line (id)
  left join (
    select order_line_id, sum(quantity) as live,
      sum(quantity) filter (where status in ('shipped', 'delivered')) as shipped
    from shipment_line join shipment on shipment.id = shipment_id
    where order_line_id = any(line_ids) and status <> 'cancelled'
    group by 1
  ) as parcels on parcels.order_line_id = line.id
  left join (
    select order_line_id, sum(refund_line.unshipped) as unshipped from refund_line
    where order_line_id = any(line_ids)
    group by 1
  ) as refunds on refunds.order_line_id = line.id
$$;

-- Refuses to pack or to refund a piece twice, and pieces that are not paid. The lock on the lines
-- serializes packing and refunds. Copies for the queue whether all of a line was shipped. All lines at once:
-- an order has up to 200.
create function check_packed(line_ids uuid[]) returns void language plpgsql as $$
declare
  wrong uuid;
begin
  perform from order_line where id = any(line_ids) order by id for no key update;
  select id into wrong from order_line join count_packed(line_ids) on line_id = id
    where live + unshipped > quantity or payment_id is null
    limit 1;
  if found then
    raise 'more pieces of line % are packed or refunded than were paid', wrong
      using errcode = 'check_violation', constraint = 'packed_within_paid';
  end if;
  update order_line set is_dispatched = not is_dispatched
    from count_packed(line_ids)
    where id = line_id and is_dispatched <> (shipped + unshipped = quantity);
end
$$;

-- Checks the lines of new pieces of a parcel, which must be of the parcel's order.
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
  perform check_packed(array(select order_line_id from added));
  return null;
end
$$;
create trigger shipment_line_paid after insert on shipment_line
  referencing new table as added for each statement execute function check_shipment_lines();

-- Checks the lines of refunds of pieces that were not shipped.
create function check_unshipped() returns trigger language plpgsql as $$
begin
  perform check_packed(array(select order_line_id from changed where unshipped > 0));
  return null;
end
$$;
create trigger refund_line_added after insert on refund_line
  referencing new table as changed for each statement execute function check_unshipped();
create trigger refund_line_changed after update on refund_line
  referencing new table as changed for each statement execute function check_unshipped();

-- Checks the lines of a parcel that is shipped or cancelled.
create function check_shipment() returns trigger language plpgsql as $$
begin
  perform check_packed(array(select order_line_id from shipment_line where shipment_id = new.id));
  return null;
end
$$;
create trigger shipment_moved after update of shipped_at, cancelled_at on shipment
  for each row execute function check_shipment();
