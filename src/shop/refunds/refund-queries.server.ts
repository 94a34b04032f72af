import { type Selectable, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import type { Refund as RefundTable } from '#platform/database/database-tables.ts'
import { cents } from '#platform/money.ts'
import { lockPayment, type PaymentRow } from '#shop/payments/queries/payment-queries.server.ts'
import { lockPieces, piecesOfLines } from '#shop/pieces/line-pieces.server.ts'
import { countPieces } from '#shop/pieces/pieces.ts'
import { leftOf, leftToRefund, type Refundable, type RefundPlan } from './refund-plan.ts'

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
  const lines = await db
    .selectFrom('paymentLine')
    .select('orderLineId')
    .where('paymentId', '=', paymentId)
    .execute()
  const ids = lines.map(({ orderLineId }) => orderLineId)
  await lockPieces(db, ids)
  const payment = await lockPayment(db, paymentId)
  return payment && { payment, refunds: await refundsOf(db, paymentId) }
}

/** Returns what can be refunded of a locked payment; of pieces, at most those that were `received`, unless null. */
export async function readRefundable(
  db: Db,
  { payment, refunds }: LockedRefunds,
  received: ReceivedPieces | null = null,
): Promise<Refundable> {
  const lines = await db
    .selectFrom('paymentLine')
    .innerJoin('orderLine', 'orderLine.id', 'orderLineId')
    .innerJoin('orders', 'orders.id', 'orderId')
    .innerJoin('product', 'product.id', 'productId')
    .select(['orderLineId as id', 'productName', 'orderLine.unitPriceCents'])
    .select(['taxPercent', 'deletedAt'])
    .select(sql<number>`order_line.quantity - ${takenBack}`.as('quantity'))
    .where('paymentLine.paymentId', '=', payment.id)
    .orderBy('orderLineId')
    .execute()
  const pieces = await piecesOfLines(
    db,
    lines.map(({ id }) => id),
  )
  const shelves = new Map(pieces.map((line) => [line.lineId, line]))
  return {
    left: leftToRefund(payment, refunds),
    percent: Number(lines[0]?.taxPercent ?? 0),
    lines: lines.flatMap(({ id, productName, quantity, unitPriceCents, deletedAt }) => {
      const shelf = shelves.get(id)
      return shelf
        ? {
            id,
            productName,
            quantity,
            unitPrice: cents(unitPriceCents),
            isProductDeleted: deletedAt !== null,
            pieces: countPieces(shelf),
            isInShipment: shelf.packed > 0,
            received: received && (received.get(id) ?? 0),
          }
        : []
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

/** How many pieces of each line came with a return and were not refunded for it. */
export type ReceivedPieces = ReadonlyMap<string, number>

/** Returns what came with a return of lines of this payment; nothing unless it was received. */
export async function receivedPieces(
  db: Db,
  { id }: PaymentRow,
  returnId: string,
): Promise<ReceivedPieces> {
  const { rows } = await sql<{ lineId: string; left: number }>`
    select line.order_line_id as line_id, (line.received - coalesce((
      select sum(part.quantity) from refund_line as part join refund on refund.id = refund_id
      where refund.return_id = line.return_id and part.order_line_id = line.order_line_id
        and (refund.is_counted or refund.is_owed)
    ), 0))::integer as left
    from return_line as line
    join return_request on return_request.id = line.return_id and return_request.status = 'received'
    join payment_line on payment_line.order_line_id = line.order_line_id
    where line.return_id = ${returnId} and payment_id = ${id}`.execute(db)
  return new Map(rows.map(({ lineId, left }) => [lineId, left]))
}

type NewRefund = Pick<RefundRow, 'paymentId' | 'reason'> & Partial<Omit<RefundRow, Generated>>
type Generated = 'cents' | 'isCounted' | 'isOwed'

/** Adds a refund with its lines; by default, it is wanted now. One of no money is done at once. */
export async function addRefund(
  db: Db,
  refund: NewRefund,
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

/** Returns the lines of refunds, in their order. */
export function refundLines(db: Db, refundIds: string[]) {
  return db
    .selectFrom('refundLine')
    .select(['refundId', 'orderLineId as lineId', 'quantity', 'unshipped', 'netCents'])
    .where('refundId', 'in', refundIds)
    .orderBy('orderLineId')
    .execute()
}
