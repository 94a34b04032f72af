-- A buyer's request to send shipped pieces of an order back.
create table return_request (
  id uuid primary key,
  order_id uuid not null references orders,
  -- In its order, from 1.
  position integer not null check (position > 0),
  -- FW-10428-R1, FW-10428-R2 …: the order's number and the position.
  number text not null unique,
  reason text not null check (reason in ('damaged', 'wrong', 'not-needed', 'other')),
  -- The buyer's own words; removed when the account is deleted.
  note text check (char_length(note) between 1 and 500),
  requested_at timestamptz not null default now(),
  approved_at timestamptz,
  refused_at timestamptz,
  refusal text check (char_length(refusal) between 1 and 200),
  received_at timestamptz,
  -- When its buyer withdrew it, or an admin closed it because nothing came.
  closed_at timestamptz,
  version integer not null default 1,
  changed_at timestamptz not null default now(),
  -- Generated, so that it always agrees with the columns above.
  status text not null generated always as (
    case
      when closed_at is not null then 'closed'
      when received_at is not null then 'received'
      when refused_at is not null then 'refused'
      when approved_at is not null then 'approved'
      else 'requested'
    end
  ) stored,

  unique (order_id, position),
  check (num_nonnulls(refused_at, received_at, closed_at) <= 1),
  check (received_at is null or approved_at is not null),
  check (refused_at is null or approved_at is null),
  check ((refused_at is null) = (refusal is null))
);
create index return_request_status on return_request (status, id);
create index return_request_changed on return_request (changed_at);

-- The pieces of a return, and how many came back, were restocked or scrapped.
create table return_line (
  return_id uuid not null references return_request,
  order_line_id uuid not null references order_line,
  quantity integer not null check (quantity > 0),
  received integer not null default 0 check (received <= quantity),
  restocked integer not null default 0 check (restocked >= 0),
  scrapped integer not null default 0 check (scrapped >= 0),
  primary key (return_id, order_line_id),
  check (restocked + scrapped <= received)
);
create index return_line_line on return_line (order_line_id);

-- Refuses to return more pieces of a line than were shipped, under its lock.
create function check_returned(line_id uuid) returns void language plpgsql as $$
begin
  perform from order_line where id = line_id for no key update;
  if (
    select coalesce(sum(case status when 'received' then received else part.quantity end), 0)
    from return_line as part join return_request on return_request.id = part.return_id
    where part.order_line_id = line_id and status not in ('refused', 'closed')
  ) > (
    select coalesce(sum(part.quantity), 0)
    from shipment_line as part join shipment on shipment.id = part.shipment_id
    where part.order_line_id = line_id and status in ('shipped', 'delivered')
  ) then
    raise 'more pieces of line % are returned than were shipped', line_id
      using errcode = 'check_violation', constraint = 'returned_within_shipped';
  end if;
end
$$;

-- Checks the line of a return.
create function check_return_line() returns trigger language plpgsql as $$
begin
  if not exists (
    select from return_request join order_line using (order_id)
    where return_request.id = new.return_id and order_line.id = new.order_line_id
  ) then
    raise 'return % is of another order', new.return_id using errcode = 'check_violation';
  end if;
  perform check_returned(new.order_line_id);
  return null;
end
$$;
create trigger return_line_shipped after insert or update on return_line
  for each row execute function check_return_line();

-- Checks the lines of a cancelled parcel, whose pieces may have been returned.
create function check_cancelled_shipment() returns trigger language plpgsql as $$
begin
  perform check_returned(order_line_id) from (
    select order_line_id from shipment_line where shipment_id = new.id order by order_line_id
  ) as part;
  return null;
end
$$;
create trigger shipment_not_returned after update of cancelled_at on shipment
  for each row execute function check_cancelled_shipment();

-- The return that a refund is about. Neither changes the other.
alter table refund add column return_id uuid references return_request;
create index refund_return on refund (return_id) where return_id is not null;
