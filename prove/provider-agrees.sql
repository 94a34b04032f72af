-- Compares the shop's payments and refunds with the card simulator's records. Each row is a deviation.
with intent as (
  select id, body ->> 'status' as status, (body ->> 'amount')::integer as cents,
    body -> 'metadata' ->> 'paymentId' as names
  from card_simulator.object where type = 'payment_intent'
), made as (
  select id, body ->> 'payment_intent' as intent_id, (body ->> 'amount')::integer as cents,
    body -> 'metadata' ->> 'refundId' as names, body ->> 'status' as status
  from card_simulator.object where type = 'refund'
), returned as (
  select intent_id, sum(cents) as cents from made
  where status is distinct from 'failed' group by 1
), counted as (
  -- What a person paid back is not at the provider.
  select payment_id, sum(cents) as cents from refund
  where status in ('sent', 'succeeded') and paid_back is null group by 1
)
select 'a succeeded payment is captured' as invariant, 'payment ' || intent.id as subject,
  format('%s cents for payment %s', intent.cents, names) as detail
from intent left join payment on provider_id = intent.id and captured_at is not null
where intent.status = 'succeeded' and payment.id is null

union all
select 'a captured payment succeeded at the provider', 'payment ' || payment.id,
  format('%s cents, at the provider %s cents, %s', total_cents, intent.cents, intent.status)
from payment left join intent on intent.id = provider_id
where captured_at is not null
  and (intent.status is distinct from 'succeeded' or intent.cents <> total_cents)

union all
select 'a payment with lines is the one that the provider names', 'payment ' || payment.id,
  format('%s, at the provider for %s', provider_id, names)
from payment join intent on intent.id = provider_id
where names <> payment.id::text
  and exists (select from payment_line where payment_id = payment.id)

union all
select 'a payment is refunded as in the shop', 'payment ' || payment.id,
  format('%s cents at the provider, %s in the shop', coalesce(returned.cents, 0),
    coalesce(counted.cents, 0))
from payment
left join returned on intent_id = provider_id
left join counted on counted.payment_id = payment.id
where captured_at is not null and coalesce(returned.cents, 0) <> coalesce(counted.cents, 0)

union all
select 'a refund of the shop is made at most once', 'refund ' || names, format('%s times', count(*))
from made where names is not null and status is distinct from 'failed'
group by names having count(*) > 1

union all
select 'a refund is at the provider as in the shop', 'refund ' || refund.id,
  format('%s, %s cents, at the provider %s, %s cents', refund.status, refund.cents,
    coalesce(made.status, 'missing'), made.cents)
from refund left join made on made.id = provider_id
-- The provider is not asked for a refund of no money.
where refund.cents > 0 and paid_back is null and (
  refund.status = 'succeeded' and made.status is distinct from 'succeeded'
  or refund.status = 'sent' and made.id is null
  or made.cents <> refund.cents
)

union all
select 'the retained part of a payment has paid its lines', 'payment ' || payment.id,
  format('%s of %s cents returned, pays %s lines', coalesce(returned.cents, 0), intent.cents, pays.lines)
from payment
join intent on intent.id = provider_id and intent.status = 'succeeded'
left join returned on intent_id = provider_id
join lateral (
  select count(*) as lines from order_line where order_line.payment_id = payment.id
) as pays on true
where pays.lines = 0 and intent.cents <> coalesce(returned.cents, 0)

union all
select 'a paid line has a payment at the provider', 'order ' || order_line.id,
  format('payment %s', order_line.payment_id)
from order_line
left join payment on payment.id = order_line.payment_id
left join intent on intent.id = provider_id and intent.status = 'succeeded'
where order_line.payment_id is not null and intent.id is null

union all
select 'only an open payment of unpaid lines can be paid', 'payment ' || intent.id,
  format('%s for payment %s, which is %s', intent.status, names, payment.status)
from intent left join payment on payment.id::text = names
where intent.status not in ('succeeded', 'canceled') and (
  payment.status is distinct from 'open' or exists (
    select from payment_line join order_line on order_line.id = order_line_id
    where payment_line.payment_id = payment.id and order_line.status <> 'unpaid'
  )
)
