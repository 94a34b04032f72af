import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { cents, centsToDollars } from '#platform/money.ts'
import { piecesOfOrder } from '#shop/pieces/line-pieces.server.ts'
import { countPieces } from '#shop/pieces/pieces.ts'
import { mayRepeat, shownState, shownStates } from './refund.ts'
import { leftToRefund } from './refund-plan.ts'
import { type RefundRow, refundLines, refundsOf } from './refund-queries.server.ts'

const amount = z.number().openapi({ description: 'In dollars' })
const count = z.number().int()

/** The captured payments of an order with their refunds, as admins see them. */
export const orderRefundsJson = z
  .object({
    payments: z.array(
      z.object({
        _id: z.string(),
        transactionId: z.string(),
        total: amount,
        left: amount.openapi({ description: 'What can still be refunded, with tax' }),
        otherOrders: z
          .array(z.string())
          .openapi({ description: 'The numbers of the other orders that it paid, at most ten' }),
        lines: z.array(
          z.object({
            _id: z.string(),
            refundable: count.openapi({ description: 'Pieces, neither refunded nor packed' }),
            open: count.openapi({ description: 'Of these, pieces that were not shipped' }),
          }),
        ),
      }),
    ),
    refunds: z.array(
      z.object({
        _id: z.string(),
        paymentId: z.string(),
        state: z.enum(shownStates),
        isRepeatable: z.boolean().openapi({ description: 'It failed and is still owed' }),
        total: amount,
        reason: z.string(),
        origin: z.enum(['shop', 'provider']).openapi({ description: 'Where it was made' }),
        returnNumber: z.string().optional(),
        createdAt: z.string(),
        succeededAt: z.string().optional(),
        lines: z.array(z.object({ _id: z.string(), quantity: count.optional() })),
      }),
    ),
  })
  .openapi('OrderRefunds')

export type OrderRefunds = z.infer<typeof orderRefundsJson>

/** Returns the captured payments of an order, and their refunds, oldest first. */
export async function readOrderRefunds(db: Db, orderId: string): Promise<OrderRefunds> {
  const ofOrder = db
    .selectFrom('paymentLine')
    .innerJoin('orderLine', 'orderLine.id', 'orderLineId')
    .select('paymentLine.paymentId')
    .where('orderId', '=', orderId)
  const payments = await db
    .selectFrom('payment')
    .selectAll()
    .where('capturedAt', 'is not', null)
    .where('id', 'in', ofOrder)
    .orderBy('id')
    .execute()
  const paidLines = await db
    .selectFrom('orderLine')
    .select(['id', 'paymentId'])
    .where('orderId', '=', orderId)
    .execute()
  const pieces = await piecesOfOrder(db, orderId)
  const perPayment = await Promise.all(
    payments.map(async (payment) => {
      const refunds = await refundsOf(db, payment.id)
      const lines = pieces.filter(({ lineId }) =>
        paidLines.some(({ id, paymentId }) => id === lineId && paymentId === payment.id),
      )
      return {
        refunds,
        json: {
          _id: payment.id,
          transactionId: payment.providerId ?? '',
          total: centsToDollars(cents(payment.totalCents)),
          left: centsToDollars(leftToRefund(payment, refunds).total),
          otherOrders: await otherOrdersOf(db, payment.id, orderId),
          lines: lines.map((line) => {
            const { refundable, unpacked } = countPieces(line)
            return { _id: line.lineId, refundable, open: unpacked }
          }),
        },
      }
    }),
  )
  return {
    payments: perPayment.map(({ json }) => json),
    refunds: await toRefunds(
      db,
      perPayment.flatMap(({ refunds }) => refunds),
    ),
  }
}

async function otherOrdersOf(db: Db, paymentId: string, orderId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('paymentLine')
    .innerJoin('orderLine', 'orderLine.id', 'orderLineId')
    .innerJoin('orders', 'orders.id', 'orderId')
    .select('number')
    .distinct()
    .where('paymentLine.paymentId', '=', paymentId)
    .where('orderId', '<>', orderId)
    .orderBy('number')
    .limit(10)
    .execute()
  return rows.map(({ number }) => number)
}

async function toRefunds(db: Db, rows: RefundRow[]): Promise<OrderRefunds['refunds']> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const lines = await refundLines(db, ids)
  const returns = await db
    .selectFrom('refund')
    .innerJoin('returnRequest', 'returnRequest.id', 'returnId')
    .select(['refund.id', 'number'])
    .where('refund.id', 'in', ids)
    .execute()
  return rows.map((row) => ({
    _id: row.id,
    paymentId: row.paymentId,
    state: shownState(row),
    isRepeatable: mayRepeat(row),
    total: centsToDollars(cents(row.cents)),
    reason: row.reason,
    origin: row.origin === 'provider' ? 'provider' : 'shop',
    returnNumber: returns.find(({ id }) => id === row.id)?.number,
    createdAt: row.createdAt.toISOString(),
    succeededAt: row.succeededAt?.toISOString(),
    lines: lines
      .filter(({ refundId }) => refundId === row.id)
      .map(({ lineId, quantity }) => ({ _id: lineId, quantity: quantity ?? undefined })),
  }))
}
