import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { type Cents, cents } from '#platform/money.ts'

/** What went back of an order, with tax, and how many pieces of its lines were refunded, by line. */
export type OrderRefunded = { refunded: Cents; pieces: ReadonlyMap<string, number> }

/**
 * Returns what went back of each of these orders, by the order's id; those without a refund that has
 * succeeded are left out. A refund of several orders' lines counts for each by its net amount, and a free
 * amount by what each order cost.
 */
export async function findRefunded(
  db: Db,
  orders: { id: string; lines: { paidAt: Date | null }[] }[],
): Promise<Map<string, OrderRefunded>> {
  const paid = orders.filter(({ lines }) => lines.some(({ paidAt }) => paidAt !== null))
  if (paid.length === 0) return new Map()
  const shares = await refundShares(
    db,
    paid.map(({ id }) => id),
  )
  if (shares.length === 0) return new Map()
  const pieces = await refundedPieces(db, [...new Set(shares.map(({ orderId }) => orderId))])
  const byOrder = Map.groupBy(shares, ({ orderId }) => orderId)
  return new Map(
    [...byOrder].map(([orderId, parts]) => [
      orderId,
      { refunded: cents(parts.reduce((sum, part) => sum + shareOf(part), 0)), pieces },
    ]),
  )
}

type RefundShare = {
  orderId: string
  cents: number
  /** The net amount of the refund's lines, in all and of this order; null without lines. */
  ofLines: number | null
  ofOwnLines: number | null
  /** The net amount of the payment, in all and of this order. */
  paid: number
  paidForOwn: number
}

function shareOf({ cents: amount, ofLines, ofOwnLines, paid, paidForOwn }: RefundShare): number {
  if (ofLines === null) return Math.round((amount * paidForOwn) / paid)
  return ofLines === 0 ? 0 : Math.round((amount * (ofOwnLines ?? 0)) / ofLines)
}

async function refundShares(db: Db, orderIds: string[]): Promise<RefundShare[]> {
  const { rows } = await sql<RefundShare>`
    select paid.order_id, refund.cents, named.of_lines, named.of_own_lines,
      payment.net_cents as paid, paid.net_cents as paid_for_own
    from (
      select order_id, part.payment_id, sum(part.net_cents)::float8 as net_cents
      from order_line join payment_line as part
        on part.order_line_id = order_line.id and part.payment_id = order_line.payment_id
      where order_id = any(${orderIds}::uuid[])
      group by order_id, part.payment_id
    ) as paid
    join payment on payment.id = paid.payment_id
    join refund on refund.payment_id = payment.id and succeeded_at is not null
    cross join lateral (
      select sum(part.net_cents)::float8 as of_lines,
        sum(part.net_cents) filter (where line.order_id = paid.order_id)::float8 as of_own_lines
      from refund_line as part join order_line as line on line.id = part.order_line_id
      where part.refund_id = refund.id
    ) as named`.execute(db)
  return rows
}

async function refundedPieces(db: Db, orderIds: string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('refundLine')
    .innerJoin('refund', 'refund.id', 'refundId')
    .innerJoin('orderLine', 'orderLine.id', 'orderLineId')
    .select(({ fn }) => ['orderLineId', fn.sum<string>('refundLine.quantity').as('pieces')])
    .where('orderId', 'in', orderIds)
    .where('succeededAt', 'is not', null)
    .where('refundLine.quantity', 'is not', null)
    .groupBy('orderLineId')
    .execute()
  return new Map(rows.map(({ orderLineId, pieces }) => [orderLineId, Number(pieces)]))
}
