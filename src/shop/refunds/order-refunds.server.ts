import { z } from '@hono/zod-openapi'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '#platform/database/database.server.ts'
import { cents, centsToDollars } from '#platform/money.ts'
import type { PlacedOrder } from '#shop/orders/order.ts'
import { piecesOfOrder } from '#shop/pieces/line-pieces.server.ts'
import { countPieces } from '#shop/pieces/pieces.ts'
import { mayRepeat } from './refund.server.ts'
import { leftToRefund } from './refund-plan.server.ts'

/** The states that admins see; `dropped`: it failed, and nothing is owed. */
const shownStates = ['pending', 'succeeded', 'failed', 'dropped'] as const

const amount = z.number().describe('In dollars')
const count = z.number().int()

/** The captured payments of an order with their refunds, as admins see them. */
export const orderRefundsJson = z
  .object({
    payments: z.array(
      z.object({
        _id: z.string(),
        transactionId: z.string(),
        total: amount,
        left: amount.describe('What can still be refunded, with tax'),
        otherOrders: z
          .array(z.string())
          .describe('The numbers of the other orders that it paid, at most ten'),
        lines: z.array(
          z.object({
            _id: z.string(),
            refundable: count.describe('Pieces, neither refunded nor packed'),
            open: count.describe('Of these, pieces that were not shipped'),
          }),
        ),
      }),
    ),
    refunds: z.array(
      z.object({
        _id: z.string(),
        paymentId: z.string(),
        state: z.enum(shownStates),
        isRepeatable: z.boolean().describe('It failed and is still owed'),
        total: amount,
        reason: z.string(),
        origin: z.enum(['shop', 'provider']).describe('Where it was made'),
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
export async function readOrderRefunds(db: Db, order: PlacedOrder): Promise<OrderRefunds> {
  const ofOrder = db
    .selectFrom('paymentLine')
    .innerJoin('orderLine', 'orderLine.id', 'orderLineId')
    .select('paymentLine.paymentId')
    .where('orderId', '=', order.id)
  const payments = await db
    .selectFrom('payment')
    .selectAll()
    .select(otherOrders(order.id).as('otherOrders'))
    .where('capturedAt', 'is not', null)
    .where('id', 'in', ofOrder)
    .orderBy('id')
    .execute()
  const refunds = await db
    .selectFrom('refund')
    .leftJoin('returnRequest', 'returnRequest.id', 'returnId')
    .selectAll('refund')
    .select('returnRequest.number as returnNumber')
    .select(({ selectFrom }) =>
      jsonArrayFrom(
        selectFrom('refundLine')
          .select(['orderLineId as _id', 'quantity'])
          .whereRef('refundId', '=', 'refund.id')
          .orderBy('orderLineId'),
      ).as('lines'),
    )
    .where('refund.paymentId', 'in', ofOrder)
    .orderBy('refund.paymentId')
    .orderBy('refund.id')
    .execute()
  const pieces = await piecesOfOrder(db, order.id)
  return {
    payments: payments.map((payment) => {
      const ofPayment = refunds.filter(({ paymentId }) => paymentId === payment.id)
      const paidLines = order.lines.filter((line) => line.transactionId === payment.providerId)
      return {
        _id: payment.id,
        transactionId: payment.providerId ?? '',
        total: centsToDollars(cents(payment.totalCents)),
        left: centsToDollars(leftToRefund(payment, ofPayment).total),
        otherOrders: payment.otherOrders,
        lines: pieces
          .filter(({ lineId }) => paidLines.some(({ id }) => id === lineId))
          .map((line) => {
            const { refundable, unpacked } = countPieces(line)
            return { _id: line.lineId, refundable, open: unpacked }
          }),
      }
    }),
    refunds: refunds.map((refund) => ({
      _id: refund.id,
      paymentId: refund.paymentId,
      state: shownState(refund),
      isRepeatable: mayRepeat(refund),
      total: centsToDollars(cents(refund.cents)),
      reason: refund.reason,
      origin: refund.origin === 'provider' ? 'provider' : 'shop',
      returnNumber: refund.returnNumber ?? undefined,
      createdAt: refund.createdAt.toISOString(),
      succeededAt: refund.succeededAt?.toISOString(),
      lines: refund.lines.map(({ _id, quantity }) => ({ _id, quantity: quantity ?? undefined })),
    })),
  }
}

export function shownState(refund: {
  status: string
  isOwed: boolean
  isExcess: boolean
}): (typeof shownStates)[number] {
  if (refund.status === 'succeeded') return 'succeeded'
  if (refund.status !== 'failed') return 'pending'
  return refund.isOwed || refund.isExcess ? 'failed' : 'dropped'
}

const otherOrders = (orderId: string) => sql<string[]>`array(
  select distinct number from payment_line
  join order_line on order_line.id = order_line_id join orders on orders.id = order_id
  where payment_line.payment_id = payment.id and order_id <> ${orderId}
  order by number limit 10
)`
