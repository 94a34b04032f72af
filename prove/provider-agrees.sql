-- What the shop's ledger of money says, beside what the card provider itself knows. Each row is a
-- deviation; none means that both agree to the cent.
with intent as (
  select id, body ->> 'status' as status, (body ->> 'amount')::integer as cents,
    body -> 'metadata' ->> 'orderId' as order_id
  from card_simulator.object where type = 'payment_intent'
), refund as (
  select body ->> 'payment_intent' as intent_id, count(*) as times,
    sum((body ->> 'amount')::integer) as cents
  from card_simulator.object where type = 'refund' group by 1
), kept as (
  select intent.* from intent left join refund on refund.intent_id = intent.id
  where status = 'succeeded' and refund.intent_id is null
)
select 'money that came is in the ledger' as invariant, 'payment ' || id as subject,
  format('%s cents for order %s', cents, order_id) as detail
from intent left join captured_payment on payment_intent_id = id
where status = 'succeeded' and payment_intent_id is null

union all
select 'the ledger tells no money that did not come', 'payment ' || payment_intent_id,
  format('%s cents for order %s, at the provider %s cents for %s, %s',
    amount_cents, purchase_id, cents, order_id, status)
from captured_payment left join intent on id = payment_intent_id
where status is distinct from 'succeeded' or cents <> amount_cents
  or order_id <> purchase_id::text

union all
select 'money goes back whole, once, and as the ledger says', 'payment ' || payment_intent_id,
  format('%s of %s cents in %s refunds, ledger: %s', refund.cents, amount_cents, times,
    coalesce(refunded_at::text, 'not refunded'))
from captured_payment left join refund on intent_id = payment_intent_id
where (refunded_at is null) <> (intent_id is null) or refund.cents <> amount_cents or times <> 1

union all
select 'money that is kept has paid its order', 'payment ' || kept.id,
  format('%s cents for order %s', cents, order_id)
from kept left join purchase on transaction_id = kept.id and purchase.id::text = order_id
where purchase.id is null

union all
select 'a paid order has its money at the provider', 'order ' || purchase.id, transaction_id
from purchase left join kept on kept.id = transaction_id
where transaction_id is not null and kept.id is null

union all
select 'nobody can pay a cancelled order', 'payment ' || intent.id,
  format('%s for order %s', intent.status, order_id)
from intent left join purchase on purchase.id::text = order_id
where intent.status not in ('succeeded', 'canceled')
  and (purchase.id is null or purchase.status = 'cancelled')
