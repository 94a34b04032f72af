import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { answers, body, refuses, restApi } from '#platform/http/api/rest-api.server.ts'
import { adminRoute } from '#shop/auth/access/guarded-routes.server.ts'
import {
  idempotencyKey,
  keyedRequest,
  replayHeader,
} from '#shop/orders/purchase/idempotency.server.ts'
import type { PaymentDeps } from '#shop/payments/receive-payment.server.ts'
import { makeRefund, previewRefund } from './make-refund.server.ts'
import {
  newRefundJson,
  refundJson,
  refundPlanJson,
  toPlanJson,
  toWanted,
  wantedRefundJson,
} from './refund-json.server.ts'
import { refuseRefund } from './refund-refusals.server.ts'

const params = z.object({
  id: z.string().openapi({ description: 'Of the payment, or its transaction at the provider' }),
})

/** Serves refunds, which admins make. */
export function createRefundsApi({ db, ...paymentDeps }: { db: Db } & PaymentDeps) {
  return restApi()
    .openapi(
      adminRoute({
        method: 'post',
        path: '/payments/{id}/refunds/preview',
        operationId: 'previewRefund',
        summary: 'Compute a refund without making it',
        priority: 'high',
        request: { params, body: body(wantedRefundJson) },
        responses: {
          200: answers('What the refund would return', refundPlanJson),
          404: refuses('No such payment'),
          409: refuses('The payment has moved no money, or less than this is left of it'),
        },
      }),
      async (c) => {
        const wanted = toWanted(c.req.valid('json'))
        const plan = await previewRefund(db, c.req.valid('param').id, wanted)
        if ('refused' in plan) throw refuseRefund(plan)
        return c.json(toPlanJson(plan), 200)
      },
    )
    .openapi(
      adminRoute({
        method: 'post',
        path: '/payments/{id}/refunds',
        operationId: 'makeRefund',
        summary: 'Refund a payment, or a part of it',
        priority: 'high',
        description:
          'Pieces of its lines, or a free amount. Paid lines stay paid. The provider decides about the refund afterwards, sometimes after days.',
        request: { params, headers: idempotencyKey, body: body(newRefundJson) },
        responses: {
          200: answers('The refund, which is on its way', refundJson),
          400: refuses('Without an Idempotency-Key'),
          404: refuses('No such payment'),
          409: refuses('The payment has moved no money, or less than this is left of it'),
        },
      }),
      async (c) => {
        const { caller } = c.var
        const { id } = c.req.valid('param')
        const json = c.req.valid('json')
        const key = c.req.valid('header')['idempotency-key']
        if (key === undefined) throw refuseRefund({ refused: 'key-missing' })
        const made = await makeRefund(db, paymentDeps, caller, id, {
          wanted: toWanted(json),
          reason: json.reason,
          restock: 'restock' in json && json.restock,
          keyed: { ...keyedRequest(caller.id, key, { id, ...json }), key },
        })
        if ('refused' in made) throw refuseRefund(made)
        return c.json(made.refund, 200, replayHeader(made))
      },
    )
}
