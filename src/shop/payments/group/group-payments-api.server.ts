import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { answers, body, refuses, restApi } from '#platform/http/api/rest-api.server.ts'
import { userRoute } from '#shop/auth/access/guarded-routes.server.ts'
import type { PaymentDeps } from '#shop/payments/receive-payment.server.ts'
import { groupPaymentJson, newGroupJson } from './group-json.server.ts'
import { refuseGroup } from './group-refusals.server.ts'
import { resumeGroupPayment, startGroupPayment } from './start-group-payment.server.ts'

const postPayment = userRoute({
  method: 'post',
  path: '/payments',
  operationId: 'payOrders',
  summary: 'Start paying several orders with one card entry',
  description:
    'Each order’s `transactionId` is the id of this payment’s intent afterwards. Orders that are not unpaid are named by the error.',
  request: { body: body(newGroupJson) },
  responses: {
    200: answers('The payment, with its client secret', groupPaymentJson),
    404: refuses('One of the orders is unknown or not yours'),
    409: refuses('One of the orders is paid or being cancelled'),
  },
})

const getPayment = userRoute({
  method: 'get',
  path: '/payments/{id}',
  operationId: 'resumePayment',
  summary: 'Resume paying several orders',
  request: { params: z.object({ id: z.string() }) },
  responses: {
    200: answers('The open payment, with its client secret', groupPaymentJson),
    404: refuses('No such payment, or not yours'),
    409: refuses('The payment is completed or cancelled'),
  },
})

export type GroupPaymentsApi = ReturnType<typeof createGroupPaymentsApi>

/** Serves payments of several orders. */
export function createGroupPaymentsApi({ db, ...paymentDeps }: { db: Db } & PaymentDeps) {
  return restApi()
    .openapi(postPayment, async (c) => {
      const { orderIds } = c.req.valid('json')
      const payable = await startGroupPayment(db, paymentDeps, c.var.caller, orderIds)
      if ('refused' in payable) throw refuseGroup(payable)
      c.header('Cache-Control', 'no-store')
      return c.json(payable, 200)
    })
    .openapi(getPayment, async (c) => {
      const { id } = c.req.valid('param')
      const payable = await resumeGroupPayment(db, paymentDeps, c.var.caller, id)
      if ('refused' in payable) throw refuseGroup(payable)
      c.header('Cache-Control', 'no-store')
      return c.json(payable, 200)
    })
}
