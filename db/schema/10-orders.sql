create sequence order_number start 10001;

-- An order: buyer, shipping address, and until when it holds stock. Its lines have the products; its
-- status, totals and open amount are derived from them.
create table orders (
  id uuid primary key,
  -- Readable: FW-10001, FW-10002 … A failed order may leave a gap.
  number text not null unique,
  account_id uuid not null references account,
  name text not null,
  email text not null,
  address text not null,
  -- The address in parts: name, street, city, region, postcode and country; null when the buyer sent one line.
  shipping_address jsonb,
  -- The buyer's own reference, such as a purchase order number.
  po_number text check (char_length(po_number) between 1 and 40),
  placed_at timestamptz not null default now(),
  -- When its unpaid lines release their stock.
  held_until timestamptz not null default now() + interval '72 hours',
  -- The version of the terms and conditions that it was placed under; null while the shop had none.
  terms_version integer,
  terms text not null default 'card' check (terms in ('card')),
  -- The rate in percent and the treatment of the buyer when it was placed.
  tax_percent numeric(6, 3) not null default 0 check (tax_percent between 0 and 100),
  tax_treatment text not null default 'standard'
    check (tax_treatment in ('standard', 'exempt', 'reverse-charge')),
  -- The certificate's number or the buyer's tax id that the treatment is based on.
  tax_reference text,
  -- The company that the buyer belonged to, with its name then; 21-companies.sql adds the foreign key.
  company_id uuid,
  company_name text,
  -- Placed before the owner of the e-mail took over the account; hidden from that owner.
  abandoned boolean not null default false,
  -- The searchable text: buyer, PO number, products and SKUs.
  searched text not null,
  unique (id, account_id),
  check (tax_treatment = 'standard' or tax_percent = 0),
  check ((company_id is null) = (company_name is null))
);
create index orders_account on orders (account_id, id);
create index orders_placed on orders (placed_at);
-- Pages of all orders by buyer.
create index orders_buyer on orders ((lower(name collate "und-x-icu") collate "und-x-icu"), id);
-- Orders stay when the account is closed, which locks it: an insert meanwhile waits, then fails. It locks the row
-- that the foreign key locks too, so that no two wait for each other.
create function refuse_closed_account() returns trigger language plpgsql as $$
begin
  perform from account where id = new.account_id and closed_at is null for key share;
  if not found then
    raise foreign_key_violation using message = 'The account is closed or unknown', constraint = 'orders_of_open_account';
  end if;
  return new;
end
$$;
create trigger orders_of_open_account before insert on orders
  for each row execute function refuse_closed_account();

-- For prefix searches by admins and buyers. The short pending list keeps both inserts and searches fast.
create index orders_words on orders using gin (text_words(searched))
  with (gin_pending_list_limit = 256);

-- A product and a quantity of it, with a snapshot of the product and its net price. The specification
-- calls it an order.
create table order_line (
  id uuid primary key,
  order_id uuid not null,
  account_id uuid not null,
  position integer not null check (position > 0),
  product_id uuid not null references product,
  product_name text not null,
  sku text not null,
  image text not null,
  unit_price_cents integer not null,
  -- Why it was not the base price: "Contract 2026, from 100: $8.90; base price: $11.00".
  price_reason text,
  quantity integer not null check (quantity > 0),
  -- The payment that paid it; 11-payments.sql adds the foreign key.
  payment_id uuid,
  cancelling_at timestamptz,
  cancelled_at timestamptz,
  cancelled_by uuid,
  -- Whether its stock could be ordered again at once; false when the product was deleted.
  stock_restored boolean,
  -- When the user who cancelled has acknowledged it.
  acknowledged_at timestamptz,
  -- Whether no piece of it is left to ship: a copy that lets queries of what is to ship
  -- skip all other lines. No rule decides by it; 18-shipping.sql sets it, and an invariant compares it.
  is_shipped boolean not null default false,
  -- The network and the mail domain of a buyer who had never paid, for the limit that such buyers share.
  pools text[] not null default '{}',
  -- Generated, so that it always agrees with the columns above.
  status text not null generated always as (
    case
      when cancelled_at is not null then 'cancelled'
      when payment_id is not null then 'paid'
      when cancelling_at is not null then 'cancelling'
      else 'unpaid'
    end
  ) stored,

  foreign key (order_id, account_id) references orders (id, account_id),
  unique (order_id, position),
  -- The range of a card charge: 50 cents to $999,999.99.
  check (unit_price_cents::bigint * quantity between 50 and 99999999),
  check (payment_id is null or cancelling_at is null),
  constraint order_line_cancelled_or_paid check (cancelled_at is null or payment_id is null),
  constraint order_line_cancelled_whole check (
    (cancelled_at is null) = (cancelled_by is null)
    and (cancelled_at is null) = (stock_restored is null)
  ),
  constraint order_line_acknowledged_once_cancelled check (
    acknowledged_at is null or cancelled_at is not null
  )
);
create index order_line_account on order_line (account_id, id);
create index order_line_own on order_line (account_id, status, id);
create index order_line_product_newest on order_line (product_id, id);
-- Finds candidates for cancelled orders: their first line is cancelled.
create index order_line_cancelled on order_line (order_id) where status = 'cancelled' and position = 1;
create index order_line_cancelling on order_line (id) where status = 'cancelling';
-- Lines that hold stock, few of all lines.
create index order_line_open_in on order_line (order_id) where status in ('unpaid', 'cancelling');
create index order_line_open_of on order_line (account_id) where status in ('unpaid', 'cancelling');
create index order_line_open_for on order_line (product_id) where status in ('unpaid', 'cancelling');
create index order_line_open_pools on order_line using gin (pools)
  where status in ('unpaid', 'cancelling') and pools <> '{}';
create index order_line_unacknowledged on order_line (cancelled_by, product_id)
  where status = 'cancelled' and acknowledged_at is null;
create index order_line_payment on order_line (payment_id) where payment_id is not null;
-- The packing queue, few of all lines.
create index order_line_to_ship on order_line (order_id)
  where payment_id is not null and not is_shipped;

-- The timeline of an order. Append-only.
create table order_event (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders,
  at timestamptz not null default now(),
  kind text not null check (kind in (
    'placed', 'line-cancelled', 'payment-started', 'paid', 'refunded', 'document-issued', 'mail-sent',
    'packed', 'shipped', 'delivered', 'shipment-cancelled',
    'return-requested', 'return-approved', 'return-refused', 'return-received', 'return-closed'
  )),
  -- The user who caused it; null for the shop itself.
  actor_id uuid,
  -- Whether only admins see it.
  is_internal boolean not null default false,
  -- Contains no user text, because rows can't be deleted.
  data jsonb not null default '{}'
);
create index order_event_order on order_event (order_id, id);
create trigger order_event_unchanged before update or delete on order_event
  for each row execute function refuse_change();

-- What admins note about an order for each other. The notes go when the buyer deletes the account.
create table order_note (
  id uuid primary key,
  order_id uuid not null references orders,
  author_id uuid not null references account,
  text text not null check (char_length(text) between 1 and 1000),
  written_at timestamptz not null default now()
);
create index order_note_order on order_note (order_id, id);

-- The first response to each Idempotency-Key, for replays byte for byte.
create table idempotency_key (
  account_id uuid not null references account on delete cascade,
  key text not null check (length(key) between 1 and 255),
  request_hash text not null,
  answer json,
  created_at timestamptz not null default now(),
  primary key (account_id, key)
);
create index idempotency_key_created on idempotency_key (created_at);
