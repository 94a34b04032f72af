import { createRoute, z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { HttpRefusal } from '#platform/http/http-errors.ts'
import { answers, body, refuses, restApi } from '#platform/http/rest-api.server.ts'
import { type CallerVariables, forCallers, requireCaller } from '#shop/auth/access/caller.server.ts'
import { findOrderFor, toOrder } from '#shop/orders/order-queries.server.ts'
import { refuseOrder } from '#shop/orders/order-refusals.server.ts'
import { order } from '#shop/orders/orders-api.server.ts'
import { type PaymentDeps, receivePayment } from './receive-payment.server.ts'
import { isPaid } from './record-payment.server.ts'
import { startPayment } from './start-payment.server.ts'

const params = z.object({ id: z.string() })

const getPayment = createRoute({
  method: 'get',
  path: '/purchase/payment/{id}',
  operationId: 'startPayment',
  summary: 'Start paying an order',
  middleware: forCallers,
  request: { params },
  responses: {
    200: answers(
      'The order, with the secret to pay it',
      order.extend({
        clientSecret: z.string(),
        isProcessing: z
          .boolean()
          .openapi({ description: 'It is confirmed, and the bank is still working on it' }),
        publishableKey: z.string(),
        scriptUrl: z.string().nullable(),
      }),
    ),
    401: refuses('Not signed in'),
    404: refuses('No such order, or not yours'),
    409: refuses('It is paid'),
  },
})

const putPayment = createRoute({
  method: 'put',
  path: '/purchase/{id}',
  operationId: 'reportPayment',
  summary: 'Report that an order was paid',
  middleware: forCallers,
  description: 'Marks the order paid once the card provider itself confirms the payment.',
  request: {
    params,
    body: body(
      z.object({ transactionId: z.string().regex(/^pi_\w{1,250}$/, 'No payment intent') }),
    ),
  },
  responses: {
    200: answers('The paid order', order),
    401: refuses('Not signed in'),
    404: refuses('No such order, or not yours'),
    409: refuses('The provider knows no such payment of this order'),
  },
})

export type PaymentsApi = ReturnType<typeof createPaymentsApi>

/** Paying an order by card, and hearing from the provider that it was paid. */
export function createPaymentsApi({ db, ...paymentDeps }: { db: Db } & PaymentDeps) {
  return restApi<CallerVariables>()
    .openapi(getPayment, async (c) => {
      const caller = requireCaller(c)
      const payable = await startPayment(db, paymentDeps, caller, c.req.valid('param').id)
      if ('refused' in payable) throw refuseOrder(payable)
      c.header('Cache-Control', 'no-store')
      return c.json(payable, 200)
    })
    .openapi(putPayment, async (c) => {
      const caller = requireCaller(c)
      const owner = { id: caller.id, role: 'buyer' } as const
      const unpaid = await findOrderFor(db, owner, c.req.valid('param').id)
      if (!unpaid) throw refuseOrder({ refused: 'no-such-order' })
      const payment = await paymentDeps.payments.find(c.req.valid('json').transactionId)
      // A payment of another order is for that order's own owner to report.
      const isIts = payment?.orderId === unpaid.id
      const recorded =
        payment && isIts ? await receivePayment(db, paymentDeps, payment) : 'not-ours'
      const paid = isPaid(recorded) && (await findOrderFor(db, owner, unpaid.id))
      if (!paid) {
        throw new HttpRefusal(409, 'not-paid', 'The card provider has no payment for this order.')
      }
      return c.json(toOrder(paid), 200)
    })
}
