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

-- Refuses to pack or to refund a piece twice, pieces that are not paid, and to return more than was shipped. The
-- lock on the lines serializes packing, refunds and returns. Copies for the queue whether all of a line was
-- shipped. All lines at once: an order has up to 200.
create function check_pieces(line_ids uuid[]) returns void language plpgsql as $$
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
  select order_line_id into wrong from (
    select order_line_id,
      sum(case status when 'received' then received else quantity end) as pieces
    from return_line join return_request on return_request.id = return_id
    where order_line_id = any(line_ids) and status not in ('refused', 'closed')
    group by 1
  ) as returned
  left join count_packed(line_ids) on line_id = order_line_id
  where pieces > coalesce(shipped, 0)
  limit 1;
  if found then
    raise 'more pieces of line % are returned than were shipped', wrong
      using errcode = 'check_violation', constraint = 'returned_within_shipped';
  end if;
  update order_line set is_shipped = not is_shipped
    from count_packed(line_ids)
    where id = line_id and is_shipped <> (shipped + unshipped = quantity);
end
$$;

-- Checks a line of a return, which must be of the return's order.
create function check_return_line() returns trigger language plpgsql as $$
begin
  if (select order_id from return_request where id = new.return_id)
    <> (select order_id from order_line where id = new.order_line_id) then
    raise 'return % is of another order', new.return_id using errcode = 'check_violation';
  end if;
  perform check_pieces(array[new.order_line_id]);
  return null;
end
$$;
create trigger return_line_checked after insert or update on return_line
  for each row execute function check_return_line();

-- The return that a refund is about. Neither changes the other.
alter table refund add column return_id uuid references return_request;
create index refund_return on refund (return_id) where return_id is not null;
