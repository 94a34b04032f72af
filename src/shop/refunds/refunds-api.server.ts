import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { answers, body, refuses, restApi } from '#platform/http/api/rest-api.server.ts'
import { adminRoute } from '#shop/auth/access/guarded-routes.server.ts'
import { adminJson } from '#shop/auth/access/json-routes.server.ts'
import { findOrderFor } from '#shop/orders/order-queries.server.ts'
import { idempotencyKey, replayHeader } from '#shop/orders/purchase/idempotency.server.ts'
import type { PaymentDeps } from '#shop/payments/receive-payment.server.ts'
import { makeRefund, previewRefund, repeatRefund } from './make-refund.server.ts'
import { orderRefundsJson, readOrderRefunds } from './order-refunds.server.ts'
import { newRefundJson, refundJson, refundPreviewJson, wantedRefundJson } from './refund-json.server.ts'
import { refuseRefund } from './refund-refusals.server.ts'

const params = z.object({
  id: z
    .string()
    .regex(/^[\w-]*$/)
    .max(255)
    .describe('Of the payment, or its transaction at the provider'),
})

export function createRefundsApi({ db, ...paymentDeps }: { db: Db } & PaymentDeps) {
  return restApi({
    readRefundsOfOrder: adminJson({
      endpoint: 'GET /orders/{id}/refunds',
      summary: 'Read what was refunded of an order, and what can be',
      params: z.object({ id: z.string().max(40) }),
      answer: 'Its captured payments and their refunds',
      json: orderRefundsJson,
      refusals: { 404: 'No such order' },
      respond: async ({ params: { id }, audit }) => {
        const order = await findOrderFor(db, audit.actor, id)
        if (!order) throw refuseRefund({ refused: 'no-such-order' })
        return readOrderRefunds(db, order)
      },
    }),
    previewRefund: adminJson({
      endpoint: 'POST /payments/{id}/refunds/preview',
      onlyReads: true,
      summary: 'Compute a refund without making it',
      params,
      body: wantedRefundJson,
      answer: 'What the refund would return',
      json: refundPreviewJson,
      refusals: {
        404: 'No such payment',
        409: 'No money was captured, or less than this is left of it',
      },
      respond: ({ params: { id }, json }) => previewRefund(db, id, json),
    }),
    makeRefund: adminRoute({
      endpoint: 'POST /payments/{id}/refunds',
      summary: 'Refund a payment, or a part of it',
      description:
        'Pieces of its lines, or a free amount. Paid lines stay paid. The provider decides about the refund afterwards, sometimes after days.',
      request: { params, headers: idempotencyKey, body: body(newRefundJson) },
      responses: {
        200: answers('The refund, which was requested from the provider', refundJson),
        400: refuses('Without an Idempotency-Key'),
        404: refuses('No such payment'),
        409: refuses('No money was captured, or less than this is left of it'),
      },
      respond: async (c) => {
        const { id } = c.req.valid('param')
        const key = c.req.valid('header')['idempotency-key']
        if (key === undefined) throw refuseRefund({ refused: 'key-missing' })
        const made = await makeRefund(db, paymentDeps, c.var.caller, id, c.req.valid('json'), key)
        return c.json(made.refund, 200, replayHeader(made))
      },
    }),
    repeatRefund: adminJson({
      endpoint: 'POST /payments/{id}/refunds/{refundId}/repeat',
      summary: 'Make a failed refund again',
      description: 'With its pieces, its reason and its credit note, if it has one already.',
      params: params.extend({ refundId: z.string().max(40) }),
      answer: 'The refund, which was requested again',
      json: refundJson,
      refusals: {
        404: 'No such payment, or no such refund of it',
        409: 'It did not fail, was made again, or less than this is left',
      },
      respond: ({ params: { id, refundId }, audit }) =>
        repeatRefund(db, paymentDeps, audit.actor, id, refundId),
    }),
  })
}
