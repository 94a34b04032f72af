-- The ledger of money: one row for each payment that moved for an order of ours. It stays when the
-- order goes. Money that pays no order is due for refund, and then refunded.
create table captured_payment (
  payment_intent_id text primary key,
  purchase_id uuid not null,
  amount_cents integer not null check (amount_cents > 0),
  currency text not null,
  captured_at timestamptz not null default now(),
  refund_due_at timestamptz,
  refunded_at timestamptz,
  refund_id text,
  check (refunded_at is null or refund_due_at is not null),
  check ((refund_id is null) = (refunded_at is null))
);
-- An order keeps one payment.
create unique index captured_payment_kept on captured_payment (purchase_id)
  where refund_due_at is null;
create index captured_payment_refund_due on captured_payment (refund_due_at)
  where refund_due_at is not null and refunded_at is null;

insert into captured_payment (payment_intent_id, purchase_id, amount_cents, currency, captured_at)
select transaction_id, id, unit_price_cents * quantity, 'usd', paid_at
from purchase where transaction_id is not null;

-- The provider's events that were handled: each takes effect once.
create table provider_event (
  id text primary key,
  type text not null,
  received_at timestamptz not null default now()
);
