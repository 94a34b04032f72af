import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import {
  allUsers,
  image,
  type ModelOrder,
  type ModelPayment,
  type OrderModel,
} from './order-model.ts'

/** The state of the database and the card provider as sorted sentences. */
export async function readFacts(db: Db): Promise<string[]> {
  const { rows } = await sql<{ fact: string }>`
    select format('%s has %s at %s', id, quantity, unit_price_cents) as fact from product
    union all
    select format('%s of %s by %s for %s', delta, product_id, kind,
      coalesce(order_line_id::text, 'no order'))
    from stock_movement
    union all
    select format('order %s: %s buys %s of %s (%s, %s) at %s for %s, %s: %s, page pays %s',
      order_line.id, account.email, quantity, product_id, product_name, order_line.image,
      unit_price_cents, order_line.name, order_line.address,
      case status when 'paid' then 'paid by ' || transaction_id
        when 'cancelled' then format('cancelled by %s, %s, %s',
          (select email from account as canceller where canceller.id = cancelled_by),
          case when stock_restored then 'back' else 'lost' end,
          case when acknowledged_at is null then 'open' else 'acknowledged' end)
        else status end,
      coalesce(payment_intent_id, 'nothing'))
    from order_line join account on account.id = account_id
    union all
    select format('money of %s: %s %s for %s, %s', payment_intent_id, amount_cents, currency,
      order_line_id, case when refunded_at is not null then 'refunded'
        when refund_due_at is not null then 'due' else 'kept' end)
    from captured_payment
    union all
    select format('payment %s of %s for %s orders is %s, %s', id, amount_cents,
      (select count(*) from payment_order where payment_id = payment.id), status,
      payment_intent_id)
    from payment
    union all
    select format('provider: %s of %s is %s, gave back %s', intent.id, intent.body ->> 'amount',
      case when intent.body ->> 'status' in ('succeeded', 'canceled')
        then intent.body ->> 'status' else 'open' end,
      (select coalesce(sum((body ->> 'amount')::integer), 0) from card_simulator.object as refund
       where refund.type = 'refund' and refund.body ->> 'payment_intent' = intent.id))
    from card_simulator.object as intent where type = 'payment_intent'
    union all
    select format('key %s of %s: %s', key, email, coalesce(answer ->> '_id', answer ->> 'refused'))
    from idempotency_key join account on account.id = account_id
    union all
    select format('mail %s of %s', template, coalesce(content ->> '_id', (
      select string_agg(paid ->> '_id', ' ' order by paid ->> '_id' collate "C")
      from json_array_elements(content -> 'orders') as paid))) from outgoing_mail`.execute(db)
  return rows.map(({ fact }) => fact).sort()
}

/** The same sentences from the model. */
export function expectedFacts(model: OrderModel): string[] {
  const { emails } = model
  const facts = [
    ...model.products.map(({ id, quantity, cents }) => `${id} has ${quantity} at ${cents}`),
    ...model.orders.map((order) => orderFact(model, order)),
    ...model.payments.flatMap(paymentFacts),
    ...model.groups.map(
      ({ id, orders, status, payment }) =>
        `payment ${id} of ${payment.cents} for ${orders.length} orders is ${status}, ${payment.id}`,
    ),
    ...allUsers.flatMap((who) =>
      model.keyed
        .filter((one) => one.who === who)
        .map(({ key, body }) => `key ${key} of ${emails[who]}: ${body._id ?? codeOf(body)}`),
    ),
    ...model.history,
  ]
  return facts.sort()
}

function paymentFacts({ id, cents, state, parts = [] }: ModelPayment): string[] {
  const refunded = parts.filter(({ money }) => money === 'refunded')
  const back = refunded.reduce((sum, part) => sum + part.cents, 0)
  return [
    ...parts.map((part) => `money of ${id}: ${part.cents} usd for ${part.order.id}, ${part.money}`),
    `provider: ${id} of ${cents} is ${state}, gave back ${back}`,
  ]
}

function orderFact({ emails }: OrderModel, order: ModelOrder): string {
  const { id, buyer, quantity, product, cents, name, address, payment } = order
  return `order ${id}: ${emails[buyer]} buys ${quantity} of ${product.id} (${product.name}, ${image}) at ${cents} for ${name}, ${address}: ${statusFact(emails, order)}, page pays ${payment?.id ?? 'nothing'}`
}

function statusFact(emails: OrderModel['emails'], { status, paidBy, cancel }: ModelOrder): string {
  if (paidBy) return `paid by ${paidBy.id}`
  if (!cancel) return status
  const { by, restored, isAcknowledged } = cancel
  return `cancelled by ${emails[by]}, ${restored ? 'back' : 'lost'}, ${isAcknowledged ? 'acknowledged' : 'open'}`
}

function codeOf(body: object): unknown {
  return 'code' in body ? body.code : undefined
}
