-- Refunds. Only their progress changes: `wanted` until the provider has answered, `sent` until the bank has
-- decided. A failed one is wanted again when an admin repeats it.
create table refund (
  id uuid primary key,
  payment_id uuid not null references payment,
  cents integer not null generated always as (net_cents + tax_cents) stored,
  net_cents integer not null check (net_cents >= 0),
  tax_cents integer not null check (tax_cents >= 0),
  reason text not null check (char_length(reason) between 1 and 200),
  status text not null default 'wanted' check (status in ('wanted', 'sent', 'succeeded', 'failed')),
  -- The id of the current attempt at the provider.
  provider_id text unique,
  -- Whether the shop requested it, or a person on the provider's site.
  origin text not null default 'shop' check (origin in ('shop', 'provider')),
  -- The admin who requested it; null for the shop itself.
  made_by uuid,
  -- How a person paid it back after it had failed.
  paid_back text check (char_length(paid_back) between 1 and 100),
  created_at timestamptz not null default now(),
  -- When it first succeeded, which dates its credit note, even if the bank later returns the money.
  succeeded_at timestamptz,
  -- When the reconciler next sends or checks it; null once it is final.
  check_at timestamptz,
  -- Attempts that the provider refused or that failed there. It never goes back, so that the next attempt
  -- has a key of its own at the provider, which repeats its answer to a known key.
  failures integer not null default 0 check (failures >= 0),
  -- A refund on the provider's site beyond what was owed. It counts in no total; a person settles it and
  -- records how in `paid_back`.
  is_excess boolean not null default false check (not is_excess or status = 'failed'),
  -- Its money is on its way or went back. One that the bank returned still counts, because its credit note
  -- stays.
  is_counted boolean not null generated always as (status <> 'failed' or succeeded_at is not null) stored,
  -- It failed and its money is owed, unless that went back elsewhere. One of the shop that was never sent was
  -- dropped; one of the provider's site that never succeeded was promised to nobody.
  is_owed boolean not null generated always as (
    status = 'failed' and not is_excess
      and (succeeded_at is not null or origin = 'shop' and failures > 0)
  ) stored,
  -- One of no money takes pieces back whose money went back before.
  check (net_cents + tax_cents > 0 or status = 'succeeded'),
  check (status <> 'wanted' or check_at is not null),
  check (status in ('wanted', 'failed') or coalesce(provider_id, paid_back) is not null
    or net_cents + tax_cents = 0),
  check (status <> 'succeeded' or succeeded_at is not null)
);
create index refund_payment on refund (payment_id, id);
create index refund_check on refund (check_at) where check_at is not null;
create index refund_unfinished on refund (id) where status <> 'succeeded';

-- The lines of a refund: pieces, or an amount without pieces.
create table refund_line (
  refund_id uuid not null references refund,
  order_line_id uuid not null references order_line,
  quantity integer check (quantity > 0),
  -- How many of these pieces had not been shipped, and never will be. The others are with the buyer.
  unshipped integer not null default 0 check (unshipped between 0 and coalesce(quantity, 0)),
  net_cents integer not null check (net_cents >= 0),
  primary key (refund_id, order_line_id)
);
create index refund_line_line on refund_line (order_line_id);

-- Up to when the provider's refunds were read and recorded; it finds those whose event was lost.
create table refunds_read (
  provider text primary key check (provider ~ '^[a-z]{1,20}$'),
  read_until timestamptz not null
);

-- Refuses to refund more than was captured. The lock serializes refunds of a payment.
create function check_refunds() returns trigger language plpgsql as $$
declare
  paid payment;
begin
  select * into paid from payment where id = new.payment_id for no key update;
  if paid.captured_at is null or paid.total_cents < (
    select sum(cents) from refund where payment_id = new.payment_id and is_counted
  ) then
    raise 'the refunds of payment % are more than was captured', new.payment_id
      using errcode = 'check_violation', constraint = 'refund_within_captured';
  end if;
  return null;
end
$$;
create trigger refund_within_captured after insert or update of status, net_cents, tax_cents on refund
  for each row execute function check_refunds();
