-- A payment of several orders of one buyer with one card entry. It ends captured or cancelled.
create table payment (
  id uuid primary key,
  account_id uuid not null references account,
  amount_cents integer not null check (amount_cents between 50 and 99999999),
  payment_intent_id text unique,
  created_at timestamptz not null default now(),
  cancelling_at timestamptz,
  cancelled_at timestamptz,
  captured_at timestamptz,
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
create index payment_account on payment (account_id, id);

-- The orders that a payment covers, each with its part of the amount.
create table payment_order (
  payment_id uuid not null references payment,
  purchase_id uuid not null references purchase,
  amount_cents integer not null check (amount_cents > 0),
  primary key (payment_id, purchase_id)
);
create index payment_order_purchase on payment_order (purchase_id);

-- A captured payment has a row for each order that it covers, which is paid or refunded by itself.
alter table captured_payment drop constraint captured_payment_pkey;
alter table captured_payment add primary key (payment_intent_id, purchase_id);
alter table purchase drop constraint purchase_transaction_id_key;
create index purchase_transaction on purchase (transaction_id) where transaction_id is not null;

create function captured_cents(intent text) returns bigint language sql stable
  return (select sum(amount_cents) from captured_payment where payment_intent_id = intent);

create function parts_cents(of_payment uuid) returns bigint language sql stable
  return (select sum(amount_cents) from payment_order where payment_id = of_payment);

-- Checked at the end of a transaction, when all parts are there.
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

-- Money that is kept is a part of a payment all of whose money is in the ledger. A payment without a
-- row in `payment` pays one order.
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
          on part.payment_id = paid.id and part.purchase_id = captured.purchase_id
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
