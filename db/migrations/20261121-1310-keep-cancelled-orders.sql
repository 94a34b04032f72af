-- A cancelled order stays: when it was cancelled, by whom, whether its stock went back, and when
-- the one who cancelled acknowledged that.
alter table purchase
  add column cancelled_at timestamptz,
  add column cancelled_by uuid,
  add column stock_restored boolean,
  add column acknowledged_at timestamptz;

-- Orders that were cancelled before left a ticket. What they were is in the answer to the request
-- that placed them; where that is gone, the product and the buyer of today stand in.
alter table purchase disable trigger purchase_of_open_account;
insert into purchase (
  id, account_id, product_id, name, email, address, product_name, unit_price_cents, quantity,
  image, created_at, cancelled_at, cancelled_by, stock_restored, acknowledged_at
)
select distinct on (ticket.purchase_id)
  ticket.purchase_id, account.id, product.id,
  coalesce(answer ->> 'name', account.name),
  coalesce(answer ->> 'email', account.email),
  coalesce(answer ->> 'address', ''),
  coalesce(answer ->> 'productName', product.name),
  coalesce(
    round((answer ->> 'perPrice')::numeric * 100)::integer,
    least(
      greatest(product.unit_price_cents, ceil(50.0 / ticket.quantity)::integer),
      99999999 / ticket.quantity
    )
  ),
  ticket.quantity,
  coalesce(answer ->> 'imgURL', product.image),
  taken.created_at, ticket.created_at, ticket.account_id, restored, ticket.acknowledged_at
from release_ticket as ticket
join stock_movement as taken on taken.purchase_id = ticket.purchase_id and taken.reason = 'order'
join account on account.id = coalesce(taken.account_id, ticket.account_id)
join product on product.id = ticket.product_id
left join idempotency_key as kept
  on kept.account_id = account.id and answer ->> '_id' = ticket.purchase_id::text
order by ticket.purchase_id;
alter table purchase enable trigger purchase_of_open_account;
drop table release_ticket;

-- The status follows from what happened, so that the two can never differ.
alter table purchase
  add column status text not null generated always as (
    case
      when cancelled_at is not null then 'cancelled'
      when transaction_id is not null then 'paid'
      when cancelling_at is not null then 'cancelling'
      else 'unpaid'
    end
  ) stored,
  add constraint purchase_cancelled_or_paid check (cancelled_at is null or transaction_id is null),
  add constraint purchase_cancelled_whole check (
    (cancelled_at is null) = (cancelled_by is null)
    and (cancelled_at is null) = (stock_restored is null)
  ),
  add constraint purchase_acknowledged_once_cancelled check (
    acknowledged_at is null or cancelled_at is not null
  );

-- Orders that hold stock, which are few beside the others.
drop index purchase_unpaid, purchase_unpaid_of, purchase_cancelling, purchase_paid;
create index purchase_open on purchase (id) where status in ('unpaid', 'cancelling');
create index purchase_open_of on purchase (account_id) where status in ('unpaid', 'cancelling');
create index purchase_cancelling on purchase (id) where status = 'cancelling';
-- What lists of orders show, in the order in which they came; the paid ones are most of these.
create index purchase_listed on purchase (id) where status <> 'cancelled';
create index purchase_cancelled on purchase (id) where status = 'cancelled';
create index purchase_unacknowledged on purchase (cancelled_by, product_id)
  where status = 'cancelled' and acknowledged_at is null;

create or replace function count_unpaid_orders(buyer uuid) returns integer language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('unpaid orders of ' || buyer, 0));
  return (
    select count(*) from purchase
    where account_id = buyer and status in ('unpaid', 'cancelling')
  );
end
$$;
