create sequence order_number start 10001;

-- The orders, each of one product, with a snapshot of the buyer, the product and its price.
create table purchase (
  id uuid primary key,
  -- For people: FW-10001, FW-10002 … A crash of the database may leave out a few.
  order_number text not null unique default 'FW-' || nextval('order_number'),
  -- Shared by the orders of one order list, which were placed together or not at all.
  batch_id uuid,
  -- The buyer's own number of the order.
  po_number text check (char_length(po_number) between 1 and 40),

  account_id uuid not null references account,
  name text not null,
  email text not null,
  address text not null,
  -- The address in parts: name, street, city, postcode and country; null when the buyer sent one line.
  shipping_address jsonb,

  product_id uuid not null references product,
  product_name text not null,
  sku text not null,
  image text not null,
  unit_price_cents integer not null,
  quantity integer not null check (quantity > 0),

  created_at timestamptz not null default now(),
  -- An unpaid order holds its stock until then.
  held_until timestamptz not null default now() + interval '72 hours',
  -- The order's own payment; the one that paid it is the transaction.
  payment_intent_id text unique,
  transaction_id text,
  paid_at timestamptz,
  cancelling_at timestamptz,
  cancelled_at timestamptz,
  cancelled_by uuid,
  stock_restored boolean,
  -- When the user who cancelled has acknowledged it.
  acknowledged_at timestamptz,
  -- Placed by somebody else before the owner of the e-mail took over the account, who never sees it.
  abandoned boolean not null default false,
  -- Derived, so that it never contradicts the columns above.
  status text not null generated always as (
    case
      when cancelled_at is not null then 'cancelled'
      when transaction_id is not null then 'paid'
      when cancelling_at is not null then 'cancelling'
      else 'unpaid'
    end
  ) stored,

  -- What a card can be charged: 50 cents to $999,999.99.
  check (unit_price_cents::bigint * quantity between 50 and 99999999),
  check ((transaction_id is null) = (paid_at is null)),
  check (transaction_id is null or cancelling_at is null),
  constraint purchase_cancelled_or_paid check (cancelled_at is null or transaction_id is null),
  constraint purchase_cancelled_whole check (
    (cancelled_at is null) = (cancelled_by is null)
    and (cancelled_at is null) = (stock_restored is null)
  ),
  constraint purchase_acknowledged_once_cancelled check (
    acknowledged_at is null or cancelled_at is not null
  )
);

create trigger purchase_of_open_account before insert on purchase
  for each row execute function refuse_closed_account();

-- The words by which admins search orders: of buyer, product and numbers, from their beginning.
create function order_words(name text, email text, product_name text, sku text, po_number text)
  returns tsvector
  language sql immutable parallel safe
  return to_tsvector(
    'simple',
    translate(
      lower(name || ' ' || email || ' ' || product_name || ' ' || sku || ' ' || coalesce(po_number, '')),
      '@.,-_+''/()&"', repeat(' ', 12)
    )
  );
-- The short pending list keeps both inserts and searches fast.
create index purchase_words on purchase
  using gin (order_words(name, email, product_name, sku, po_number))
  with (gin_pending_list_limit = 256);

create index purchase_account on purchase (account_id, id);
create index purchase_own on purchase (account_id, status, id) where not abandoned;
create index purchase_product_newest on purchase (product_id, id);
create index purchase_listed on purchase (id) where status <> 'cancelled';
create index purchase_cancelled on purchase (id) where status = 'cancelled';
create index purchase_cancelling on purchase (id) where status = 'cancelling';
-- Orders that hold stock, few of all orders.
create index purchase_open on purchase (id) where status in ('unpaid', 'cancelling');
create index purchase_open_of on purchase (account_id) where status in ('unpaid', 'cancelling');
create index purchase_open_for on purchase (product_id) where status in ('unpaid', 'cancelling');
create index purchase_unacknowledged on purchase (cancelled_by, product_id)
  where status = 'cancelled' and acknowledged_at is null;
create index purchase_transaction on purchase (transaction_id) where transaction_id is not null;
-- Paid orders whose own payment must still be cancelled, because a payment of several orders paid them.
create index purchase_superseded_intent on purchase (id)
  where status = 'paid' and payment_intent_id <> transaction_id;

-- The first response to each Idempotency-Key, for replays.
create table idempotency_key (
  account_id uuid not null references account on delete cascade,
  key text not null check (length(key) between 1 and 255),
  request_hash text not null,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (account_id, key)
);
create index idempotency_key_created on idempotency_key (created_at);

-- Locks the buyers and products of some orders, each kind in one order, so that concurrent batches
-- wait for each other and never deadlock. Then returns what the rules need, read after the locks:
-- the products on sale (with what unpaid orders hold of them in all, and those of buyers without a
-- verified e-mail, if such a buyer is in the batch), the buyers with what they hold unpaid (per product, and in how many
-- placements, a list being one) and how often they ordered since the order with the (time-ordered)
-- id, and the stored responses of the keys. The locks last until the transaction ends. A wait for a
-- lock fails after `most_wait_ms`, if that is not 0. A generic plan, made while the table is empty,
-- would scan all orders for each buyer.
create function begin_orders(
  buyers uuid[], products uuid[], key_owners uuid[], keys text[], since uuid, most_wait_ms integer
) returns json language plpgsql set plan_cache_mode = force_custom_plan as $$
declare
  has_unverified boolean;
begin
  if most_wait_ms > 0 then
    perform set_config('lock_timeout', most_wait_ms::text, true);
  end if;
  perform pg_advisory_xact_lock(lock_id) from (
    select distinct hashtextextended('unpaid orders of ' || buyer, 0) as lock_id
    from unnest(buyers) as buyer order by lock_id
  ) as in_order;
  perform from product where id = any(products) and deleted_at is null order by id
  for no key update;
  has_unverified := exists (
    select from account where id = any(buyers) and not email_verified
  );
  return json_build_object(
    'products', (
      select json_agg(json_build_object(
        'id', id, 'name', name, 'sku', sku, 'image', image, 'unitPrice', unit_price_cents,
        'minQuantity', min_quantity, 'quantity', quantity,
        'heldUnpaid', held.unpaid, 'heldByUnverified', held.by_unverified
      ))
      from product
      cross join lateral (
        select coalesce(sum(purchase.quantity), 0) as unpaid,
          coalesce(sum(purchase.quantity) filter (where not email_verified), 0) as by_unverified
        from purchase left join account on account.id = account_id
        where has_unverified and product_id = product.id and status in ('unpaid', 'cancelling')
      ) as held
      where id = any(products) and deleted_at is null
    ),
    'buyers', (
      select json_agg(json_build_object(
        'id', account.id, 'emailProven', email_verified, 'orders', open.orders,
        'placements', open.placements, 'cents', open.cents, 'pieces', of_products.pieces,
        'recent', recent.placements
      ))
      from account
      cross join lateral (
        select count(*) as orders, count(distinct coalesce(batch_id, id)) as placements,
          coalesce(sum(unit_price_cents::bigint * quantity), 0) as cents
        from purchase where account_id = account.id and status in ('unpaid', 'cancelling')
      ) as open
      cross join lateral (
        select json_object_agg(product_id, held) as pieces from (
          select product_id, sum(quantity) as held
          from purchase where account_id = account.id and status in ('unpaid', 'cancelling')
          group by product_id
        ) as by_product
        where product_id = any(products)
      ) as of_products
      cross join lateral (
        select count(distinct coalesce(batch_id, id)) as placements
        from purchase where account_id = account.id and id >= since
      ) as recent
      where account.id = any(buyers)
    ),
    'answers', (
      select json_agg(json_build_object(
        'owner', account_id, 'key', key, 'hash', request_hash, 'answer', answer
      ))
      from idempotency_key
      where (account_id, key) in (select * from unnest(key_owners, keys))
    )
  );
end
$$;
