-- Compares the shop's captured payments with the card simulator's records. Each row is a deviation.
with intent as (
  select id, body ->> 'status' as status, (body ->> 'amount')::integer as cents,
    body -> 'metadata' ->> 'orderId' as order_id, body -> 'metadata' ->> 'paymentId' as payment_id
  from card_simulator.object where type = 'payment_intent'
), refund as (
  select body ->> 'payment_intent' as intent_id, count(*) as times,
    sum((body ->> 'amount')::integer) as cents
  from card_simulator.object
  where type = 'refund' and coalesce(body ->> 'status', '') <> 'failed' group by 1
), captured as (
  select payment_intent_id, sum(amount_cents) as cents,
    sum(amount_cents) filter (where refunded_at is not null) as refunded_cents
  from captured_payment group by 1
), not_refunded as (
  select intent.* from intent left join refund on refund.intent_id = intent.id
  where status = 'succeeded' and refund.cents is distinct from intent.cents
    and (refund.intent_id is null or payment_id is not null)
)
select 'a succeeded payment is in the ledger' as invariant, 'payment ' || id as subject,
  format('%s cents for %s', intent.cents, coalesce('order ' || order_id, 'payment ' || payment_id)) as detail
from intent left join captured on payment_intent_id = id
where status = 'succeeded' and payment_intent_id is null

union all
select 'a payment in the ledger succeeded at the provider', 'payment ' || payment_intent_id,
  format('%s cents, at the provider %s cents, %s', captured.cents, intent.cents, status)
from captured left join intent on id = payment_intent_id
where status is distinct from 'succeeded' or intent.cents <> captured.cents

union all
select 'a payment in the ledger is for its orders', 'payment ' || payment_intent_id,
  format('order %s, at the provider for %s', order_line_id,
    coalesce('order ' || order_id, 'payment ' || payment_id))
from captured_payment join intent on id = payment_intent_id
where order_id <> order_line_id::text
  or payment_id is not null and not exists (
    select from payment_order
    where payment_order.payment_id::text = intent.payment_id
      and payment_order.order_line_id = captured_payment.order_line_id
  )

union all
select 'a payment is refunded once, and as in the ledger', 'payment ' || payment_intent_id,
  format('%s of %s cents in %s refunds, ledger: %s', refund.cents, captured.cents, times,
    refunded_cents)
from captured left join refund on intent_id = payment_intent_id
where coalesce(refund.cents, 0) <> coalesce(refunded_cents, 0) or times <> 1

union all
select 'a refund in the ledger succeeded at the provider', 'payment ' || payment_intent_id,
  format('refund %s is %s', refund_id, coalesce(body ->> 'status', 'missing'))
from captured_payment left join card_simulator.object as refund on refund.id = refund_id
where refunded_at is not null and body ->> 'status' is distinct from 'succeeded'

union all
select 'a payment that is not refunded has paid its order', 'payment ' || not_refunded.id,
  format('%s cents for order %s', cents, order_id)
from not_refunded left join order_line on transaction_id = not_refunded.id and order_line.id::text = order_id
where payment_id is null and order_line.id is null

union all
select 'what is not refunded of a payment has paid its orders', 'payment ' || not_refunded.id,
  format('%s of %s cents refunded, orders of %s cents paid', coalesce(refund.cents, 0),
    not_refunded.cents, coalesce(paid.cents, 0))
from not_refunded
left join refund on intent_id = not_refunded.id
left join (
  select transaction_id, sum(unit_price_cents::bigint * quantity) as cents from order_line group by 1
) as paid on transaction_id = not_refunded.id
where payment_id is not null
  and not_refunded.cents - coalesce(refund.cents, 0) <> coalesce(paid.cents, 0)

union all
select 'a paid order has a payment at the provider', 'order ' || order_line.id, transaction_id
from order_line left join not_refunded on not_refunded.id = transaction_id
where transaction_id is not null and not_refunded.id is null

union all
select 'a cancelled order can not be paid', 'payment ' || intent.id,
  format('%s for order %s', intent.status, order_id)
from intent left join order_line on order_line.id::text = order_id
where intent.status not in ('succeeded', 'canceled') and payment_id is null
  and (order_line.id is null or order_line.status = 'cancelled')

union all
select 'only an open payment of unpaid orders can be paid', 'payment ' || intent.id,
  format('%s for payment %s, which is %s', intent.status, payment_id, payment.status)
from intent left join payment on payment.id::text = payment_id
where intent.status not in ('succeeded', 'canceled') and payment_id is not null
  and (payment.status is distinct from 'open' or exists (
    select from payment_order join order_line on order_line.id = order_line_id
    where payment_order.payment_id = payment.id and order_line.status <> 'unpaid'
  ))
