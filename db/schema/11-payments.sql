-- Payments of several orders of one buyer with one card entry. Each ends captured or cancelled. The
-- payment of a single order has no row here.
create table payment (
  id uuid primary key,
  account_id uuid not null references account,
  amount_cents integer not null check (amount_cents between 50 and 99999999),
  payment_intent_id text unique,
  created_at timestamptz not null default now(),
  cancelling_at timestamptz,
  cancelled_at timestamptz,
  captured_at timestamptz,
  -- Derived, so that it never contradicts the columns above.
  status text not null generated always as (
    case
      when captured_at is not null then 'captured'
      when cancelled_at is not null then 'cancelled'
      when cancelling_at is not null then 'cancelling'
      else 'open'
    end
  ) stored,
  check (captured_at is null or cancelled_at is null),
  check (captured_at is null or payment_intent_id is not null)
);
create index payment_unfinished on payment (id) where status in ('open', 'cancelling');
create index payment_account on payment (account_id, created_at);

-- The orders of a payment, each with its part of the amount.
create table payment_order (
  payment_id uuid not null references payment,
  order_line_id uuid not null references order_line,
  amount_cents integer not null check (amount_cents > 0),
  primary key (payment_id, order_line_id)
);
create index payment_order_line on payment_order (order_line_id);

-- The ledger of money: a row for each order that a captured payment covers. Money that pays no order is
-- due for refund; the provider confirms or refuses the refund, sometimes days later.
create table captured_payment (
  payment_intent_id text not null,
  order_line_id uuid not null,
  amount_cents integer not null check (amount_cents > 0),
  currency text not null,
  captured_at timestamptz not null default now(),
  refund_due_at timestamptz,
  refunded_at timestamptz,
  -- Without `refunded_at`, a refund that the provider has not finished.
  refund_id text,
  -- When the reconciler refunds or asks about the refund; null on a due part that the provider has
  -- refused too often, which needs a person.
  refund_check_at timestamptz,
  refund_failures integer not null default 0 check (refund_failures >= 0),
  primary key (payment_intent_id, order_line_id),
  check (refunded_at is null or refund_due_at is not null),
  constraint captured_payment_refunded check (refunded_at is null or refund_id is not null)
);
-- An order keeps one payment.
create unique index captured_payment_kept on captured_payment (order_line_id)
  where refund_due_at is null;
create index captured_payment_order on captured_payment (order_line_id);
create index captured_payment_captured on captured_payment (captured_at);
create index captured_payment_refund_due on captured_payment (refund_due_at)
  where refund_due_at is not null and refunded_at is null;
create index captured_payment_refund_check on captured_payment (refund_check_at)
  where refund_check_at is not null;

-- The provider's events that were handled, because each must take effect once.
create table provider_event (
  id text primary key,
  type text not null,
  received_at timestamptz not null default now()
);
create index provider_event_received on provider_event (received_at);

-- The amount in the ledger for a payment.
create function captured_cents(intent text) returns bigint language sql stable
  return (select sum(amount_cents) from captured_payment where payment_intent_id = intent);

-- The sum of a payment's parts.
create function parts_cents(of_payment uuid) returns bigint language sql stable
  return (select sum(amount_cents) from payment_order where payment_id = of_payment);

-- Refuses a payment whose amount is not the sum of its parts; at the commit, when all parts exist.
create function check_payment_parts() returns trigger language plpgsql as $$
declare
  of_payment uuid;
begin
  if tg_table_name = 'payment' then
    of_payment := new.id;
  elsif tg_op = 'DELETE' then
    of_payment := old.payment_id;
  else
    of_payment := new.payment_id;
  end if;
  if exists (
    select from payment
    where id = of_payment and amount_cents is distinct from parts_cents(of_payment)
  ) then
    raise 'the parts of payment % are not its amount', of_payment using errcode = 'check_violation';
  end if;
  return null;
end
$$;
create constraint trigger payment_parts after insert or update of amount_cents on payment
  deferrable initially deferred for each row execute function check_payment_parts();
create constraint trigger payment_order_parts after insert or update or delete on payment_order
  deferrable initially deferred for each row execute function check_payment_parts();

-- Refuses to keep captured money unless the ledger has exactly the parts of its payment. A payment
-- without a row in `payment` pays one order. Runs at the commit.
create function check_captured_parts() returns trigger language plpgsql as $$
declare
  intent text := coalesce(new.payment_intent_id, old.payment_intent_id);
  paid payment;
begin
  select * into paid from payment where payment_intent_id = intent;
  if not found then
    if (select count(*) from captured_payment where payment_intent_id = intent) > 1 then
      raise 'payment % pays several orders', intent using errcode = 'check_violation';
    end if;
    return null;
  end if;
  if exists (select from captured_payment where payment_intent_id = intent and refund_due_at is null)
    and (
      paid.amount_cents is distinct from captured_cents(intent)
      or exists (
        select from captured_payment as captured
        left join payment_order as part
          on part.payment_id = paid.id and part.order_line_id = captured.order_line_id
        where payment_intent_id = intent
          and part.amount_cents is distinct from captured.amount_cents
      )
    )
  then
    raise 'the captured parts of payment % are not its parts', intent
      using errcode = 'check_violation';
  end if;
  return null;
end
$$;
create constraint trigger captured_payment_parts after insert or update or delete on captured_payment
  deferrable initially deferred for each row execute function check_captured_parts();
