import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { restApi } from '#platform/http/api/rest-api.server.ts'
import type { HttpRefusal } from '#platform/http/http-errors.ts'
import { userJson } from '#shop/auth/access/json-routes.server.ts'
import { findOwnLine, selectLines, toLine } from '#shop/orders/line-queries.server.ts'
import { orderLineJson, toLineJson } from '#shop/orders/order-json.server.ts'
import { refuseOrder } from '#shop/orders/order-refusals.server.ts'
import type { OpenPayment } from './open-payment.server.ts'
import { newPaymentJson, payableJson, payableLineJson, toPayableJson } from './payment-json.server.ts'
import { type PaymentRefusal, refusePayment } from './payment-refusals.server.ts'
import type { ProviderPayment } from './provider/card-payments.server.ts'
import { findAtProviders } from './provider/card-providers.server.ts'
import { partsOf } from './queries/payment-queries.server.ts'
import { type PaymentDeps, receivePayment } from './receive-payment.server.ts'
import { findByMetadata } from './record-payment.server.ts'
import { resumePayment } from './resume-payment.server.ts'
import { startPayment } from './start-payment.server.ts'

const params = z.object({ id: z.string() })
/** Of answers with a client secret. */
const secret = { cacheControl: 'no-store' }
const tooMany = 'Too many payments were started; see Retry-After'

export function createPaymentsApi({ db, ...paymentDeps }: { db: Db } & PaymentDeps) {
  const answer = async (open: OpenPayment | PaymentRefusal) => {
    if ('refused' in open) throw refusePayment(open)
    const parts = (await partsOf(db, open.payment.id)).map(({ orderLineId }) => orderLineId)
    const lines = await selectLines(db).where('orderLine.id', 'in', parts).orderBy('id').execute()
    return toPayableJson(open, lines.map(toLine))
  }
  return restApi({
    startPayment: userJson({
      endpoint: 'GET /purchase/payment/{id}',
      summary: 'Start paying an order',
      description: 'Its payment has this order as its only part.',
      params,
      answer: 'The order, with the client secret of its payment',
      json: payableLineJson,
      ...secret,
      refusals: {
        404: 'No such order, or not yours',
        409: 'The order is paid or being cancelled, or the bank is processing a payment of it',
        429: tooMany,
      },
      respond: async ({ params: { id }, caller }) => {
        const line = await findOwnLine(db, caller.id, id)
        if (!line) throw refuseOrder({ refused: 'no-such-order' })
        const open = await startPayment(db, paymentDeps, caller, { lineIds: [line.id] })
        if ('refused' in open) throw refuseOfLine(open)
        return { ...toLineJson(toLine(line)), ...open.form }
      },
    }),
    reportPayment: userJson({
      endpoint: 'PUT /purchase/{id}',
      summary: 'Report that an order was paid',
      description: 'Marks the order paid once the card provider itself confirms the payment.',
      params,
      body: z.object({
        transactionId: z.string().regex(/^\w{1,255}$/, 'Not the id of a payment'),
      }),
      json: orderLineJson,
      refusals: {
        404: 'No such order, or not yours',
        409: 'The provider has no such payment for this order',
      },
      respond: async ({ params, json, caller }) => {
        const unpaid = await findOwnLine(db, caller.id, params.id)
        if (!unpaid) throw refuseOrder({ refused: 'no-such-order' })
        const payment = await findAtProviders(paymentDeps.providers, json.transactionId)
        // Payments of other orders are reported by their own buyers.
        if (!payment || !(await paysLine(db, payment, unpaid.id))) {
          throw refusePayment({ refused: 'not-paid' })
        }
        await receivePayment(db, paymentDeps, payment)
        const paid = await findOwnLine(db, caller.id, unpaid.id)
        if (paid?.transactionId !== payment.id) throw refusePayment({ refused: 'not-paid' })
        return toLineJson(toLine(paid))
      },
    }),
    payOrders: userJson({
      endpoint: 'POST /payments',
      summary: 'Start paying orders with one card entry',
      description:
        'All open lines of orders (`orderIds`), or single lines (`lineIds`). The same lines again resume their payment. Each line’s `transactionId` is the provider’s id of this payment afterwards. Orders that are not unpaid are named by the error.',
      body: newPaymentJson,
      answer: 'The payment, with its client secret',
      json: payableJson,
      ...secret,
      refusals: {
        404: 'One of the orders is unknown or not yours',
        409: 'One of the orders is paid or being cancelled, or the bank is processing a payment of it',
        429: tooMany,
      },
      respond: async ({ json, caller }) => answer(await startPayment(db, paymentDeps, caller, json)),
    }),
    resumePayment: userJson({
      endpoint: 'GET /payments/{id}',
      description:
        'If the payment was cancelled because one of its lines was, another one is started for the lines that are still unpaid; its `_id` and `total` differ.',
      params,
      answer: 'The open payment, with its client secret',
      json: payableJson,
      ...secret,
      refusals: {
        404: 'No such payment, or not yours',
        409: 'The payment is completed or cancelled',
        429: tooMany,
      },
      respond: async ({ params: { id }, caller }) => answer(await resumePayment(db, paymentDeps, caller, id)),
    }),
  })
}

async function paysLine(db: Db, payment: ProviderPayment, lineId: string): Promise<boolean> {
  const named = await findByMetadata(db, payment)
  if (!named) return false
  return (await partsOf(db, named.id)).some(({ orderLineId }) => orderLineId === lineId)
}

function refuseOfLine(refusal: PaymentRefusal): HttpRefusal {
  switch (refusal.refused) {
    case 'no-such-order':
    case 'orders-changed':
      return refuseOrder({ refused: 'no-such-order' })
    case 'not-payable': {
      const isCancelling = refusal.orders.some(({ status }) => status === 'cancelling')
      return refuseOrder({ refused: isCancelling ? 'being-cancelled' : 'already-paid' })
    }
    case 'payment-captured':
    case 'paid-meanwhile':
      return refuseOrder({ refused: 'already-paid' })
    default:
      return refusePayment(refusal)
  }
}
