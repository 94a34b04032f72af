import { type Insertable, type Selectable, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import type { Refund as RefundTable } from '#platform/database/database-tables.ts'
import { cents } from '#platform/money.ts'
import {
  lockPayment,
  type PaymentRow,
  partsOf,
} from '#shop/payments/queries/payment-queries.server.ts'
import { lockPieces, piecesOfLines } from '#shop/pieces/line-pieces.server.ts'
import { countPieces } from '#shop/pieces/pieces.ts'
import type { Amounts } from '#shop/tax/tax.ts'
import { leftOf, type PlannedLine, type Refundable, type RefundPlan } from './refund-plan.server.ts'
import { refuseRefund } from './refund-refusals.server.ts'

export type RefundRow = Selectable<RefundTable>

/** A payment that is locked with its lines, and its refunds, oldest first. */
export type LockedRefunds = { payment: PaymentRow; refunds: RefundRow[] }

/** Returns the refunds of a payment, oldest first. */
export function refundsOf(db: Db, paymentId: string): Promise<RefundRow[]> {
  return db
    .selectFrom('refund')
    .selectAll()
    .where('paymentId', '=', paymentId)
    .orderBy('id')
    .execute()
}

/**
 * Locks a payment and before it its lines, against packing and other refunds, until the transaction ends;
 * returns its refunds.
 */
export async function lockRefunds(db: Db, paymentId: string): Promise<LockedRefunds | undefined> {
  const parts = await partsOf(db, paymentId)
  await lockPieces(
    db,
    parts.map(({ orderLineId }) => orderLineId),
  )
  const payment = await lockPayment(db, paymentId)
  return payment && { payment, refunds: await refundsOf(db, paymentId) }
}

/**
 * Returns what can be refunded of a locked payment of which this is left. For a return, that is at most the
 * pieces that came with it; throws a refusal unless lines of the payment did.
 */
export async function readRefundable(
  db: Db,
  paymentId: string,
  left: Amounts,
  returnId?: string,
): Promise<Refundable> {
  const lines = await db
    .selectFrom('paymentLine')
    .innerJoin('orderLine', 'orderLine.id', 'orderLineId')
    .innerJoin('orders', 'orders.id', 'orderId')
    .innerJoin('product', 'product.id', 'productId')
    .select(['orderLineId as id', 'productName', 'orderLine.unitPriceCents'])
    .select(['taxPercent', 'deletedAt'])
    .select(sql<number>`order_line.quantity - ${takenBack}`.as('quantity'))
    .select(receivedWith(returnId).as('received'))
    .where('paymentLine.paymentId', '=', paymentId)
    .orderBy('orderLineId')
    .execute()
  if (returnId && lines.every(({ received }) => received === null))
    throw refuseRefund({ refused: 'no-such-return' })
  const pieces = await piecesOfLines(
    db,
    lines.map(({ id }) => id),
  )
  const shelves = new Map(pieces.map((line) => [line.lineId, line]))
  return {
    left,
    percent: Number(lines[0]?.taxPercent ?? 0),
    lines: lines.flatMap(({ unitPriceCents, deletedAt, received, ...line }) => {
      const shelf = shelves.get(line.id)
      if (!shelf) return []
      return {
        ...line,
        unitPrice: cents(unitPriceCents),
        isProductDeleted: deletedAt !== null,
        pieces: countPieces(shelf),
        isInShipment: shelf.packed > 0,
        received: returnId ? (received ?? 0) : null,
      }
    }),
  }
}

/** The pieces of a line that refunds of its payment took back: owed ones too, and what is back in stock. */
const takenBack = sql`coalesce((
  select sum(part.quantity) from refund_line as part join refund on refund.id = part.refund_id
  where part.order_line_id = order_line.id and refund.payment_id = payment_line.payment_id and (
    refund.is_counted or refund.is_owed or exists (
      select from stock_movement as returned where returned.refund_id = refund.id
        and returned.order_line_id = order_line.id and returned.kind = 'return'
    )
  )
), 0)::integer`

/** The pieces of a line that came with a return and were not refunded for it; null if none were received. */
const receivedWith = (returnId: string | undefined) => sql<number | null>`(
  select came.received - coalesce((
    select sum(part.quantity) from refund_line as part join refund on refund.id = refund_id
    where refund.return_id = came.return_id and part.order_line_id = came.order_line_id
      and (refund.is_counted or refund.is_owed)
  ), 0)
  from return_line as came
  join return_request on return_request.id = came.return_id and return_request.status = 'received'
  where came.return_id = ${returnId ?? null}::uuid and came.order_line_id = order_line.id
)::integer`

/** Adds a refund with its lines; by default, it is wanted now. One of no money is done at once. */
export async function addRefund(
  db: Db,
  refund: Omit<Insertable<RefundTable>, 'id' | 'netCents' | 'taxCents'>,
  { net, tax, lines }: Pick<RefundPlan, 'net' | 'tax' | 'lines'>,
): Promise<RefundRow> {
  const id = uuidv7()
  const isOfMoney = net + tax > 0
  const begun = isOfMoney
    ? { checkAt: sql<Date>`now()` }
    : { status: 'succeeded', succeededAt: sql<Date>`now()` }
  const added = await db
    .insertInto('refund')
    .values({ ...begun, ...refund, id, netCents: net, taxCents: tax })
    .returningAll()
    .executeTakeFirstOrThrow()
  const parts = lines.map(({ lineId, quantity, net, unshipped }) => ({
    refundId: id,
    orderLineId: lineId,
    quantity,
    unshipped,
    netCents: net,
  }))
  if (parts.length > 0) await db.insertInto('refundLine').values(parts).execute()
  return added
}

/** Adds a refund of the whole rest of a locked payment, by the shop itself. */
export async function refundAll(db: Db, payment: PaymentRow, reason: string): Promise<void> {
  const left = leftOf(payment, await refundsOf(db, payment.id))
  if (left.total > 0) await addRefund(db, { paymentId: payment.id, reason }, { ...left, lines: [] })
}

/** Returns what a refund takes back of its lines, in their order. */
export async function refundLines(db: Db, refundId: string): Promise<PlannedLine[]> {
  const rows = await db
    .selectFrom('refundLine')
    .select(['orderLineId as lineId', 'quantity', 'unshipped', 'netCents'])
    .where('refundId', '=', refundId)
    .orderBy('orderLineId')
    .execute()
  return rows.map(({ netCents, ...line }) => ({ ...line, net: cents(netCents) }))
}
