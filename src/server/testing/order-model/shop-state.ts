import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import {
  allUsers,
  image,
  type ModelLine,
  type ModelMoney,
  type ModelPayment,
  type OrderModel,
} from './order-model.ts'

/** The state of the database and the card provider as sorted sentences. */
export async function readState(db: Db): Promise<string[]> {
  const { rows } = await sql<{ row: string }>`
    select format('%s has %s at %s', id, quantity, unit_price_cents) as row from product
    union all
    select format('%s of %s by %s for %s', delta, product_id, kind,
      coalesce(order_line_id::text, 'no line'))
    from stock_movement
    union all
    select format('line %s of %s: %s buys %s of %s (%s, %s) at %s for %s, %s: %s',
      order_line.id, order_id, account.email, quantity, product_id, product_name, order_line.image,
      unit_price_cents, orders.name, orders.address,
      case order_line.status when 'paid' then 'paid by ' || payment.provider_id
        when 'cancelled' then format('cancelled by %s, %s, %s',
          (select email from account as canceller where canceller.id = cancelled_by),
          case when stock_restored then 'back' else 'lost' end,
          case when acknowledged_at is null then 'open' else 'acknowledged' end)
        else order_line.status end)
    from order_line join orders on orders.id = order_id
    join account on account.id = orders.account_id left join payment on payment.id = payment_id
    union all
    select format('payment %s of %s for %s lines is %s, refunded %s', provider_id, total_cents,
      (select count(*) from payment_line where payment_id = payment.id), status,
      (select coalesce(sum(cents), 0) from refund
       where payment_id = payment.id and status = 'succeeded'))
    from payment
    union all
    select format('event %s of %s', kind, order_id) from order_event
    where kind not in ('document-issued', 'mail-sent')
    union all
    select format('provider: %s of %s is %s, gave back %s', intent.id, intent.body ->> 'amount',
      case when intent.body ->> 'status' in ('succeeded', 'canceled')
        then intent.body ->> 'status' else 'open' end,
      (select coalesce(sum((body ->> 'amount')::integer), 0) from card_simulator.object as refund
       where refund.type = 'refund' and refund.body ->> 'payment_intent' = intent.id))
    from card_simulator.object as intent where type = 'payment_intent'
    union all
    select format('key %s of %s: %s', key, email, answer ->> '_id')
    from idempotency_key join account on account.id = account_id where key not like 'refund-%'
    union all
    select format('shipment %s is %s: %s of %s', number, status, quantity, order_line_id)
    from shipment join shipment_line on shipment_id = shipment.id
    union all
    select format('return %s is %s: %s of %s, %s came', number, status, quantity, order_line_id, received)
    from return_request join return_line on return_id = return_request.id
    union all
    select format('refund of %s: %s, %s not shipped', order_line_id, quantity, unshipped)
    from refund_line
    union all
    select format('mail %s of %s', template, (
      select string_agg(id, ' ' order by id collate "C")
      from json_array_elements(content -> 'lines') as line,
        coalesce(line ->> '_id', line ->> 'lineId') as id)) from outgoing_mail`.execute(db)
  return rows.map(({ row }) => row).sort()
}

/** The same sentences from the model. */
export function expectedState(model: OrderModel): string[] {
  const { emails } = model
  const texts = [
    ...model.products.map(({ id, quantity, cents }) => `${id} has ${quantity} at ${cents}`),
    ...model.lines.map((line) => lineText(model, line)),
    ...model.payments.map(paymentText),
    ...model.money.flatMap(moneyTexts),
    ...model.returns.map(
      ({ number, status, quantity, line, received }) =>
        `return ${number} is ${status}: ${quantity} of ${line.id}, ${received} came`,
    ),
    ...model.shipments.map(
      ({ number, status, quantity, line }) => `shipment ${number} is ${status}: ${quantity} of ${line.id}`,
    ),
    ...allUsers.flatMap((user) =>
      model.keyed
        .filter((returned) => returned.user === user)
        .map(({ key, body }) => `key ${key} of ${emails[user]}: ${body._id}`),
    ),
    ...model.history,
  ]
  return texts.sort()
}

function paymentText({ money, cents, lines, status }: ModelPayment): string {
  return `payment ${money.id} of ${cents} for ${lines.length} lines is ${status}, refunded ${money.refunded}`
}

function moneyTexts({ id, payment, cents, state, isRecorded, refunded }: ModelMoney): string[] {
  const isAlone = isRecorded && payment.money.id !== id
  return [
    `provider: ${id} of ${cents} is ${state}, gave back ${refunded}`,
    ...(isAlone ? [`payment ${id} of ${cents} for 0 lines is captured, refunded ${refunded}`] : []),
  ]
}

function lineText({ emails }: OrderModel, line: ModelLine): string {
  const { id, orderId, buyer, quantity, product, cents, name, address } = line
  return `line ${id} of ${orderId}: ${emails[buyer]} buys ${quantity} of ${product.id} (${product.name}, ${image}) at ${cents} for ${name}, ${address}: ${statusText(emails, line)}`
}

function statusText(emails: OrderModel['emails'], line: ModelLine): string {
  if (line.paidBy) return `paid by ${line.paidBy.money.id}`
  if (!line.cancel) return line.status
  const { by, restored, isAcknowledged } = line.cancel
  return `cancelled by ${emails[by]}, ${restored ? 'back' : 'lost'}, ${isAcknowledged ? 'acknowledged' : 'open'}`
}
