import { z } from '@hono/zod-openapi'
import { validate as isUuid } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import { answers, body, refuses, restApi } from '#platform/http/api/rest-api.server.ts'
import { userRoute } from '#shop/auth/access/guarded-routes.server.ts'
import { findLineFor, toLine } from '#shop/orders/line-queries.server.ts'
import { orderLineJson, toLineJson } from '#shop/orders/order-json.server.ts'
import { refuseOrder } from '#shop/orders/order-refusals.server.ts'
import { partsOf } from './group/group-queries.server.ts'
import { payableOrderJson } from './payment-json.server.ts'
import { refusePayment } from './payment-refusals.server.ts'
import type { Payment } from './provider/card-payments.server.ts'
import { type PaymentDeps, receivePayment } from './receive-payment.server.ts'
import { startPayment } from './start-payment.server.ts'

const params = z.object({ id: z.string() })

const getPayment = userRoute({
  method: 'get',
  path: '/purchase/payment/{id}',
  operationId: 'startPayment',
  summary: 'Start paying an order',
  request: { params },
  responses: {
    200: answers('The order, with the client secret of its payment', payableOrderJson),
    404: refuses('No such order, or not yours'),
    409: refuses('The order is paid'),
  },
})

const putPayment = userRoute({
  method: 'put',
  path: '/purchase/{id}',
  operationId: 'reportPayment',
  summary: 'Report that an order was paid',
  description: 'Marks the order paid once the card provider itself confirms the payment.',
  request: {
    params,
    body: body(
      z.object({ transactionId: z.string().regex(/^pi_\w{1,250}$/, 'Not a payment intent id') }),
    ),
  },
  responses: {
    200: answers('The paid order', orderLineJson),
    404: refuses('No such order, or not yours'),
    409: refuses('The provider has no such payment for this order'),
  },
})

export type PaymentsApi = ReturnType<typeof createPaymentsApi>

/** Serves card payments and the provider's webhook. */
export function createPaymentsApi({ db, ...paymentDeps }: { db: Db } & PaymentDeps) {
  return restApi()
    .openapi(getPayment, async (c) => {
      const { caller } = c.var
      const payable = await startPayment(db, paymentDeps, caller, c.req.valid('param').id)
      if ('refused' in payable) throw refuseOrder(payable)
      c.header('Cache-Control', 'no-store')
      return c.json(payable, 200)
    })
    .openapi(putPayment, async (c) => {
      const { caller } = c.var
      const owner = { id: caller.id, role: 'buyer' } as const
      const unpaid = await findLineFor(db, owner, c.req.valid('param').id)
      if (!unpaid) throw refuseOrder({ refused: 'no-such-order' })
      const payment = await paymentDeps.payments.find(c.req.valid('json').transactionId)
      // Payments of other orders are reported by their own buyers.
      if (!payment || !(await isFor(db, payment, unpaid.id))) {
        throw refusePayment({ refused: 'not-paid' })
      }
      await receivePayment(db, paymentDeps, payment)
      const paid = await findLineFor(db, owner, unpaid.id)
      if (paid?.transactionId !== payment.id) throw refusePayment({ refused: 'not-paid' })
      return c.json(toLineJson(toLine(paid)), 200)
    })
}

/** Returns whether a payment was started for this order, alone or with others. */
async function isFor(db: Db, payment: Payment, orderId: string): Promise<boolean> {
  if (payment.orderId === orderId) return true
  if (payment.paymentId === null || !isUuid(payment.paymentId)) return false
  return (await partsOf(db, payment.paymentId)).some((part) => part.orderId === orderId)
}
