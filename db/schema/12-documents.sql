-- The seller printed on documents, each valid from a moment on. The shop adds its settings at startup if
-- they have changed. Append-only, so that an order confirmation keeps naming the seller of its date.
create table seller (
  since timestamptz primary key default clock_timestamp(),
  details jsonb not null
);
insert into seller values (
  '-infinity',
  '{"name": "Forgewell", "address": "1 Anvil Street\nDetroit, MI 48226\nUnited States", "taxId": "00-0000000", "email": "", "taxName": "Sales tax", "paper": "auto"}'
);

-- The last number of each series and year. Documents take their numbers from here in the
-- transaction that issues them, so a rollback leaves no gap, as a sequence would.
create table document_counter (
  series text not null check (series in ('INV', 'CN')),
  year integer not null,
  last_position integer not null check (last_position > 0),
  primary key (series, year)
);

-- One invoice per captured payment. It stores its whole content, so that later changes do not alter it.
create table invoice (
  number text primary key,
  year integer not null,
  "position" integer not null,
  issued_at timestamptz not null,
  account_id uuid not null references account,
  payment_id uuid not null unique references payment,
  content jsonb not null,
  -- Generated, so that sums of documents always agree with what they print.
  net_cents integer not null generated always as ((content #>> '{amounts,net}')::integer) stored,
  tax_cents integer not null generated always as ((content #>> '{amounts,tax}')::integer) stored,
  unique (year, "position"),
  check (number = 'INV-' || year || '-' || lpad("position"::text, greatest(5, length("position"::text)), '0'))
);
create index invoice_account on invoice (account_id, issued_at);
create index invoice_issued on invoice (issued_at) include (net_cents, tax_cents);

-- The order lines of each invoice.
create table invoice_line (
  invoice_number text not null references invoice,
  order_line_id uuid not null references order_line,
  quantity integer not null check (quantity > 0),
  net_cents integer not null check (net_cents > 0),
  -- Copies, so that what sold is summed from one index, without joins; an invariant compares them.
  issued_at timestamptz not null,
  product_id uuid not null,
  primary key (invoice_number, order_line_id)
-- Rows are only added. Vacuumed every few thousand of them, so that the index alone answers for new ones.
) with (autovacuum_vacuum_insert_scale_factor = 0.01);
create index invoice_line_order_line on invoice_line (order_line_id);
create index invoice_line_issued on invoice_line (issued_at) include (product_id, quantity, net_cents);

-- One credit note per refund that succeeded.
create table credit_note (
  number text primary key,
  year integer not null,
  "position" integer not null,
  issued_at timestamptz not null,
  account_id uuid not null references account,
  refund_id uuid not null unique references refund,
  content jsonb not null,
  -- Generated, so that sums of documents always agree with what they print.
  net_cents integer not null generated always as ((content #>> '{amounts,net}')::integer) stored,
  tax_cents integer not null generated always as ((content #>> '{amounts,tax}')::integer) stored,
  unique (year, "position"),
  check (number = 'CN-' || year || '-' || lpad("position"::text, greatest(5, length("position"::text)), '0'))
);

create index credit_note_account on credit_note (account_id, issued_at);
create index credit_note_issued on credit_note (issued_at) include (net_cents, tax_cents);

-- The books: invoices less credit notes. Every report of money reads it, or its lines.
create view ledger as
  select number, 'invoice' as kind, issued_at, account_id, net_cents, tax_cents, content
  from invoice
  union all
  select number, 'credit-note', issued_at, account_id, -net_cents, -tax_cents, content
  from credit_note;

-- The same by product. An amount that was refunded without naming lines is divided by what each line of
-- the invoice cost, to the cent, so that the lines add up to the ledger.
create view ledger_line as
  select issued_at, product_id, quantity, net_cents
  from invoice_line
  union all
  select issued_at, product_id, -coalesce(refund_line.quantity, 0), -refund_line.net_cents
  from credit_note
  join refund_line using (refund_id)
  join order_line on order_line.id = order_line_id
  union all
  select credit_note.issued_at, product_id, 0,
    (div(amount * (upto - line_cents), invoiced) - div(amount * upto, invoiced))::integer
  from credit_note
  join refund on refund.id = refund_id
  join invoice using (payment_id)
  cross join lateral (
    select credit_note.net_cents - coalesce(sum(net_cents), 0) as amount
    from refund_line where refund_id = refund.id
  ) as unnamed
  cross join lateral (
    select product_id, net_cents as line_cents, sum(net_cents) over () as invoiced,
      sum(net_cents) over (order by order_line_id) as upto
    from invoice_line where invoice_number = invoice.number
  ) as part
  where amount <> 0;

create trigger invoice_unchanged before update or delete on invoice
  for each row execute function refuse_change();
create trigger invoice_line_unchanged before update or delete on invoice_line
  for each row execute function refuse_change();
create trigger credit_note_unchanged before update or delete on credit_note
  for each row execute function refuse_change();

-- The logos of letterheads, by the URL that the seller of a document names: a document keeps its bytes,
-- also when the shop has another logo.
create table letterhead_logo (
  url text primary key,
  jpeg bytea not null
);
