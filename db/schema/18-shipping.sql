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

-- Refuses to pack or to refund a piece twice, and pieces that are not paid. The lock on the line
-- serializes packing and refunds. Copies for the queue whether all of the line was shipped.
create function check_packed(line_id uuid) returns void language plpgsql as $$
declare
  line order_line;
  live bigint;
  shipped bigint;
  unshipped bigint;
begin
  select * into line from order_line where id = line_id for no key update;
  select coalesce(sum(part.quantity), 0),
    coalesce(sum(part.quantity) filter (where status in ('shipped', 'delivered')), 0)
    into live, shipped
    from shipment_line as part join shipment on shipment.id = part.shipment_id
    where part.order_line_id = line_id and status <> 'cancelled';
  select coalesce(sum(part.unshipped), 0) into unshipped
    from refund_line as part where part.order_line_id = line_id;
  if live + unshipped > line.quantity or line.payment_id is null then
    raise 'more pieces of line % are packed or refunded than were paid', line_id
      using errcode = 'check_violation', constraint = 'packed_within_paid';
  end if;
  if line.is_dispatched <> (shipped + unshipped = line.quantity) then
    update order_line set is_dispatched = not line.is_dispatched where id = line_id;
  end if;
end
$$;

-- Checks the line of a new piece of a parcel, which must be of the parcel's order.
create function check_shipment_line() returns trigger language plpgsql as $$
begin
  if not exists (
    select from shipment join order_line using (order_id)
    where shipment.id = new.shipment_id and order_line.id = new.order_line_id
  ) then
    raise 'shipment % is of another order', new.shipment_id using errcode = 'check_violation';
  end if;
  perform check_packed(new.order_line_id);
  return null;
end
$$;
create trigger shipment_line_paid after insert on shipment_line
  for each row execute function check_shipment_line();

-- Checks the line of a refund of pieces that were not shipped.
create function check_unshipped() returns trigger language plpgsql as $$
begin
  perform check_packed(new.order_line_id);
  return null;
end
$$;
create trigger refund_line_unshipped after insert or update of unshipped on refund_line
  for each row when (new.unshipped > 0) execute function check_unshipped();

-- Checks the lines of a parcel that is shipped or cancelled.
create function check_shipment() returns trigger language plpgsql as $$
begin
  perform check_packed(order_line_id) from (
    select order_line_id from shipment_line where shipment_id = new.id order by order_line_id
  ) as part;
  return null;
end
$$;
create trigger shipment_moved after update of shipped_at, cancelled_at on shipment
  for each row execute function check_shipment();
