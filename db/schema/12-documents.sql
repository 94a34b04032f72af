-- The seller as documents name it. The shop writes its settings here when it starts, so that the
-- database can issue a document wherever an order becomes paid.
create table seller (
  only_row boolean primary key default true check (only_row),
  details jsonb not null
);
insert into seller (details) values (
  '{"name": "Forgewell", "address": "1 Anvil Street\nDetroit, MI 48226\nUnited States", "taxId": "00-0000000", "taxName": "Sales tax", "taxPercent": 0, "paper": "auto"}'
);

-- Earlier sellers, so that the confirmation of an order names the one who confirmed it.
create table past_seller (
  replaced_at timestamptz primary key,
  details jsonb not null
);

-- Stores the replaced seller.
create function keep_past_seller() returns trigger language plpgsql as $$
begin
  insert into past_seller values (clock_timestamp(), old.details);
  return null;
end
$$;
create trigger seller_kept after update on seller
  for each row execute function keep_past_seller();

-- The seller at a moment.
create function seller_at(moment timestamptz) returns jsonb language sql stable
  return coalesce(
    (select details from past_seller where replaced_at > moment order by replaced_at limit 1),
    (select details from seller)
  );

-- The last number of each series and year. Documents take their numbers from here in the
-- transaction that issues them, so a rollback leaves no gap, as a sequence would.
create table document_counter (
  series text not null check (series in ('INV', 'CN')),
  year integer not null,
  last_position integer not null check (last_position > 0),
  primary key (series, year)
);

-- The number of a document, such as INV-2026-00001.
create function document_number(series text, year integer, "position" integer) returns text
  language sql immutable
  return series || '-' || year || '-' || lpad("position"::text, greatest(5, length("position"::text)), '0');

-- An invoice per payment. Its content is complete, so that nothing else can change what it says.
create table invoice (
  number text primary key,
  year integer not null,
  "position" integer not null,
  issued_at timestamptz not null,
  account_id uuid not null references account,
  transaction_id text not null,
  content jsonb not null,
  unique (year, "position"),
  check (number = document_number('INV', year, "position"))
);
create index invoice_account on invoice (account_id, issued_at);

-- The invoice of each paid order.
create table invoice_order (
  order_line_id uuid primary key references order_line,
  invoice_number text not null references invoice
);
create index invoice_order_invoice on invoice_order (invoice_number);

-- A credit note per refund of an order's part of a payment.
create table credit_note (
  number text primary key,
  year integer not null,
  "position" integer not null,
  issued_at timestamptz not null,
  account_id uuid not null references account,
  payment_intent_id text not null,
  order_line_id uuid not null references order_line,
  content jsonb not null,
  unique (payment_intent_id, order_line_id),
  unique (year, "position"),
  check (number = document_number('CN', year, "position"))
);
create index credit_note_order on credit_note (order_line_id);

create trigger invoice_unchanged before update or delete on invoice
  for each row execute function refuse_change();
create trigger invoice_order_unchanged before update or delete on invoice_order
  for each row execute function refuse_change();
create trigger credit_note_unchanged before update or delete on credit_note
  for each row execute function refuse_change();

-- Locks the counter until the transaction ends, so that numbers follow the order of issue.
create function next_position(wanted_series text, wanted_year integer) returns integer
language sql as $$
  insert into document_counter values (wanted_series, wanted_year, 1)
  on conflict (series, year) do update set last_position = document_counter.last_position + 1
  returning last_position
$$;

-- An order as a document names it.
create function document_line(order_line) returns jsonb language sql stable
  return jsonb_build_object(
    'orderId', $1.id, 'orderNumber', (select number from orders where id = $1.order_id),
    'poNumber', (select po_number from orders where id = $1.order_id),
    'productName', $1.product_name, 'sku', $1.sku,
    'unitPriceCents', $1.unit_price_cents, 'quantity', $1.quantity
  );

-- The buyer as a document names them.
create function document_buyer(orders) returns jsonb language sql stable
  return (
    select jsonb_build_object(
      'name', $1.name, 'address', $1.address, 'shippingAddress', $1.shipping_address,
      'country', coalesce($1.shipping_address ->> 'country', nullif(account.country, '')),
      'company', account.company, 'taxId', account.tax_id
    )
    from account where account.id = $1.account_id
  );

-- Issues the invoice of a payment for its orders that have none.
create function issue_invoice(payment text) returns void
language plpgsql as $$
declare
  due order_line[];
  buyer orders;
  issued_year integer;
  place integer;
  issued_number text;
begin
  select array_agg(order_line order by id) into due from order_line
  where transaction_id = payment
    and not exists (select from invoice_order where order_line_id = order_line.id);
  if due is null then
    return;
  end if;
  select * into buyer from orders where id = due[1].order_id;
  issued_year := extract(year from clock_timestamp() at time zone 'UTC');
  place := next_position('INV', issued_year);
  issued_number := document_number('INV', issued_year, place);
  insert into invoice (
    number, year, "position", issued_at, account_id, transaction_id, content
  )
  select issued_number, issued_year, place, clock_timestamp(),
    due[1].account_id, payment, jsonb_build_object(
      'seller', (select details from seller),
      'buyer', document_buyer(buyer),
      'lines', (select jsonb_agg(document_line(line) order by id) from unnest(due) as line)
    );
  insert into invoice_order select id, issued_number from unnest(due);
end
$$;

-- Issues the invoice of a paid order. Deferred to the commit, when all orders of the payment are paid,
-- and so that the counter is locked only briefly.
create function invoice_paid_order() returns trigger language plpgsql as $$
begin
  perform issue_invoice(new.transaction_id);
  return null;
end
$$;
create constraint trigger order_line_invoiced after insert or update of transaction_id on order_line
  deferrable initially deferred for each row when (new.transaction_id is not null)
  execute function invoice_paid_order();

-- Issues the credit note of a refund, unless its order is gone or has one.
create function issue_credit_note(refund captured_payment) returns void
language plpgsql as $$
declare
  refunded order_line;
  buyer orders;
  issued_year integer;
  place integer;
begin
  select * into refunded from order_line where id = refund.order_line_id;
  if not found or exists (
    select from credit_note
    where payment_intent_id = refund.payment_intent_id and order_line_id = refund.order_line_id
  ) then
    return;
  end if;
  select * into buyer from orders where id = refunded.order_id;
  issued_year := extract(year from clock_timestamp() at time zone 'UTC');
  place := next_position('CN', issued_year);
  insert into credit_note (
    number, year, "position", issued_at, account_id, payment_intent_id, order_line_id, content
  )
  select document_number('CN', issued_year, place), issued_year, place,
    clock_timestamp(), refunded.account_id, refund.payment_intent_id,
    refunded.id, jsonb_build_object(
      'seller', (select details from seller),
      'buyer', document_buyer(buyer),
      'line', document_line(refunded),
      'amountCents', refund.amount_cents,
      'refundId', refund.refund_id,
      'invoiceNumber', (
        select invoice_number from invoice_order join invoice on invoice.number = invoice_number
        where order_line_id = refunded.id and transaction_id = refund.payment_intent_id
      )
    );
end
$$;

-- Issues the credit note of a refunded part; deferred to the commit like invoices.
create function credit_refund() returns trigger language plpgsql as $$
begin
  perform issue_credit_note(new);
  return null;
end
$$;
create constraint trigger captured_payment_credited
  after insert or update of refunded_at on captured_payment
  deferrable initially deferred for each row when (new.refunded_at is not null)
  execute function credit_refund();
