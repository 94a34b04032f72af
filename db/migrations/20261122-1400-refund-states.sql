-- A refund is asked for, then succeeds or fails, sometimes days later. Of a part that is due for
-- refund, `refund_id` without `refunded_at` is a refund that the provider has not finished.
-- `refund_check_at` is when the reconciler acts next: it refunds, or asks the provider about the
-- refund. A due part without it needs a person, because the provider has refused too often.
alter table captured_payment
  drop constraint captured_payment_check1,
  add constraint captured_payment_refunded check (refunded_at is null or refund_id is not null),
  add column refund_check_at timestamptz,
  add column refund_failures integer not null default 0 check (refund_failures >= 0);

-- Earlier refunds counted as successful while they were pending, so each is asked about once.
update captured_payment set refund_check_at = now() where refund_due_at is not null;

create index captured_payment_refund_check on captured_payment (refund_check_at)
  where refund_check_at is not null;
