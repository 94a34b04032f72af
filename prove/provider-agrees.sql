-- Compares the shop's captured payments with the card simulator's records. Each row is a deviation.
with intent as (
  select id, body ->> 'status' as status, (body ->> 'amount')::integer as cents,
    body -> 'metadata' ->> 'orderId' as order_id
  from card_simulator.object where type = 'payment_intent'
), refund as (
  select body ->> 'payment_intent' as intent_id, count(*) as times,
    sum((body ->> 'amount')::integer) as cents
  from card_simulator.object where type = 'refund' group by 1
), not_refunded as (
  select intent.* from intent left join refund on refund.intent_id = intent.id
  where status = 'succeeded' and refund.intent_id is null
)
select 'a succeeded payment is in the ledger' as invariant, 'payment ' || id as subject,
  format('%s cents for order %s', cents, order_id) as detail
from intent left join captured_payment on payment_intent_id = id
where status = 'succeeded' and payment_intent_id is null

union all
select 'a payment in the ledger succeeded at the provider', 'payment ' || payment_intent_id,
  format('%s cents for order %s, at the provider %s cents for %s, %s',
    amount_cents, purchase_id, cents, order_id, status)
from captured_payment left join intent on id = payment_intent_id
where status is distinct from 'succeeded' or cents <> amount_cents
  or order_id <> purchase_id::text

union all
select 'a payment is refunded once, in full, and as in the ledger', 'payment ' || payment_intent_id,
  format('%s of %s cents in %s refunds, ledger: %s', refund.cents, amount_cents, times,
    coalesce(refunded_at::text, 'not refunded'))
from captured_payment left join refund on intent_id = payment_intent_id
where (refunded_at is null) <> (intent_id is null) or refund.cents <> amount_cents or times <> 1

union all
select 'a payment that is not refunded has paid its order', 'payment ' || not_refunded.id,
  format('%s cents for order %s', cents, order_id)
from not_refunded left join purchase on transaction_id = not_refunded.id and purchase.id::text = order_id
where purchase.id is null

union all
select 'a paid order has a payment at the provider', 'order ' || purchase.id, transaction_id
from purchase left join not_refunded on not_refunded.id = transaction_id
where transaction_id is not null and not_refunded.id is null

union all
select 'a cancelled order can not be paid', 'payment ' || intent.id,
  format('%s for order %s', intent.status, order_id)
from intent left join purchase on purchase.id::text = order_id
where intent.status not in ('succeeded', 'canceled')
  and (purchase.id is null or purchase.status = 'cancelled')
