-- Card payments of one buyer's order lines, at one tax rate. Each ends captured or cancelled. A payment
-- without lines is unexpected money, which is refunded.
create table payment (
  id uuid primary key,
  account_id uuid not null references account,
  -- A folder of src/shop/payments, which also registers it.
  provider text not null check (provider ~ '^[a-z]{1,20}$'),
  -- The id at the provider; null until its response is stored.
  provider_id text unique,
  currency text not null default 'usd',
  net_cents integer not null check (net_cents > 0),
  -- Computed once, on the net sum of its lines.
  tax_cents integer not null check (tax_cents >= 0),
  total_cents integer not null generated always as (net_cents + tax_cents) stored,
  created_at timestamptz not null default now(),
  cancelling_at timestamptz,
  cancelled_at timestamptz,
  captured_at timestamptz,
  -- The card that paid, for documents: its brand in the provider's words, and its last four digits.
  card_brand text check (char_length(card_brand) between 1 and 40),
  card_last4 text check (card_last4 ~ '^[0-9]{4}$'),
  -- Generated, so that it always agrees with the columns above.
  status text not null generated always as (
    case
      when captured_at is not null then 'captured'
      when cancelled_at is not null then 'cancelled'
      when cancelling_at is not null then 'cancelling'
      else 'open'
    end
  ) stored,
  -- The range of a card charge: 50 cents to $999,999.99.
  check (total_cents between 50 and 99999999),
  check (captured_at is null or provider_id is not null),
  check (num_nulls(card_brand, card_last4) in (0, 2))
);
create index payment_unfinished on payment (id) where status in ('open', 'cancelling');
create index payment_account on payment (account_id, created_at);
create index payment_captured on payment (captured_at) where captured_at is not null;

alter table order_line add foreign key (payment_id) references payment;

-- The order lines of a payment, each with its net amount.
create table payment_line (
  payment_id uuid not null references payment,
  order_line_id uuid not null references order_line,
  net_cents integer not null check (net_cents > 0),
  -- Whether the payment is open or has paid the line.
  is_live boolean not null default true,
  primary key (payment_id, order_line_id)
);
-- A line has at most one live payment.
create unique index payment_line_live on payment_line (order_line_id) where is_live;
create index payment_line_line on payment_line (order_line_id);

-- The provider's events that were handled, so that each takes effect once.
create table provider_event (
  id text primary key,
  type text not null,
  received_at timestamptz not null default now()
);
create index provider_event_received on provider_event (received_at);

-- Refuses a payment whose net amount is not the sum of its lines. Deferred to the commit, when all lines
-- exist.
create function check_payment_lines() returns trigger language plpgsql as $$
declare
  of_payment uuid := coalesce(new.payment_id, old.payment_id);
begin
  if exists (
    select from payment where id = of_payment and net_cents <> (
      select sum(net_cents) from payment_line where payment_id = of_payment
    )
  ) then
    raise 'the lines of payment % are not its net amount', of_payment
      using errcode = 'check_violation';
  end if;
  return null;
end
$$;
create constraint trigger payment_line_sum after insert or delete or update of net_cents on payment_line
  deferrable initially deferred for each row execute function check_payment_lines();
