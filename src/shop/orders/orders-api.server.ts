import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { respondWithList } from '#platform/http/api/json-list.server.ts'
import {
  answers,
  body,
  deletedJson,
  listQuery,
  refuses,
  restApi,
} from '#platform/http/api/rest-api.server.ts'
import { tooManyRequests } from '#platform/http/http-errors.ts'
import type { RateLimit, RateLimits } from '#platform/http/limits/rate-limits.server.ts'
import { userRoute } from '#shop/auth/access/guarded-routes.server.ts'
import { emailInPath } from '#shop/auth/sign-in/auth-forms.ts'
import { acknowledgeCancel } from '#shop/orders/cancel/acknowledge-cancel.server.ts'
import { cancelOrderWithin, type OrderDeps } from '#shop/orders/cancel/cancel-order.server.ts'
import { replayHeader } from '#shop/orders/purchase/idempotency.server.ts'
import {
  newOrderBatch,
  placedBatch,
  refusedBatch,
  refuseForm,
  refuseLines,
} from '#shop/orders/purchase/order-batch-json.server.ts'
import type { OrderRules } from '#shop/orders/purchase/order-caps.ts'
import { createOrderEngine } from '#shop/orders/purchase/order-engine.server.ts'
import { newOrder, wholePieces } from '#shop/orders/purchase/order-forms.ts'
import { placeOrder, placeOrderList } from '#shop/orders/purchase/place-order.server.ts'
import { orderDocumentJson, orderJson, toOrderJson } from './order-json.server.ts'
import { countOrdersOf, findAnyOrderFor, listOrdersOf, toOrder } from './order-queries.server.ts'
import { refuseOrder } from './order-refusals.server.ts'

const idempotencyKey = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[\x20-\x7e]{1,255}$/, 'Idempotency-Key must be 1 to 255 printable characters')
    .optional(),
})

const postOrder = userRoute({
  method: 'post',
  // Spelled as in the specification (product 7.4).
  path: '/perchase',
  operationId: 'placeOrder',
  summary: 'Place an order',
  request: { headers: idempotencyKey, body: body(newOrder) },
  responses: {
    200: answers('The order', orderJson),
    403: refuses('The e-mail is not confirmed yet'),
    404: refuses('No such product'),
    409: refuses(
      'The stock or price changed, or a limit of unpaid orders is exceeded; see the message. `verify-email-to-order`: verifying the e-mail lifts it',
    ),
    429: refuses('Too many orders in a minute; see Retry-After'),
    422: refuses('Validation failed; `fields` lists the invalid fields'),
  },
})

const postBatch = userRoute({
  method: 'post',
  path: '/orders/batch',
  operationId: 'placeOrderList',
  summary: 'Place a list of orders, all or none',
  description:
    'Each line becomes one order. A refusal names every line at fault and how to fix it.',
  request: { headers: idempotencyKey, body: body(newOrderBatch) },
  responses: {
    200: answers('The orders, in the order of the lines', placedBatch),
    400: refuses('The Idempotency-Key is invalid, or the body is no JSON'),
    403: refuses('The e-mail is not confirmed yet'),
    409: answers('Nothing was ordered; `lines` lists the lines at fault', refusedBatch),
    422: answers('Nothing was ordered; every fault is one of the input', refusedBatch),
    429: refuses('Too many orders in a minute; see Retry-After'),
  },
})

const ofBuyer = z.object({ email: emailInPath })
const cancelledInstead = z
  .literal('cancelled')
  .optional()
  .openapi({ description: 'List the cancelled orders instead' })

const getOrdersOf = userRoute({
  method: 'get',
  path: '/purchase/{email}',
  operationId: 'listMyOrders',
  summary: 'List my orders',
  request: { params: ofBuyer, query: listQuery.extend({ state: cancelledInstead }) },
  responses: {
    200: answers('My orders, newest first, without the cancelled ones', z.array(orderJson)),
    400: refuses('A size outside 1 to 1000, or a page below 0'),
    404: refuses('Belongs to another user'),
  },
})

const getCountOf = userRoute({
  method: 'get',
  path: '/purchaseCount/{email}',
  operationId: 'countMyOrders',
  summary: 'Count my orders',
  request: { params: ofBuyer, query: z.object({ state: cancelledInstead }) },
  responses: {
    200: answers('The number of my orders', z.object({ count: z.number().int() })),
    404: refuses('Belongs to another user'),
  },
})

const getOrder = userRoute({
  method: 'get',
  path: '/purchase/order/{id}',
  operationId: 'getOrder',
  summary: 'Read one order',
  request: { params: z.object({ id: z.string() }) },
  responses: {
    200: answers('One order', orderDocumentJson),
    404: refuses('No such order, or not yours'),
  },
})

const deleteOrder = userRoute({
  method: 'delete',
  path: '/purchase/{id}',
  operationId: 'cancelOrder',
  summary: 'Cancel an unpaid order',
  request: { params: z.object({ id: z.string() }) },
  responses: {
    200: answers('Cancelled, stock restored', deletedJson),
    202: answers(
      'Still cancelling: the card provider has not responded yet. The shop continues in the background; GET /purchase/order/{id} returns the result',
      z.object({ deletedCount: z.literal(0), status: z.literal('cancelling') }),
    ),
    404: refuses('No such order, or not yours'),
    409: refuses('The order is paid'),
    429: refuses('Too many cancellations in a minute; see Retry-After'),
  },
})

const putQuantity = userRoute({
  method: 'put',
  path: '/products/quantity/{productId}',
  operationId: 'acknowledgeStock',
  summary: 'Acknowledge restored stock',
  description: 'Acknowledges that a cancellation restored the stock; does not change stock itself.',
  request: {
    params: z.object({ productId: z.string() }),
    body: body(z.object({ quantity: wholePieces })),
  },
  responses: {
    200: answers('The stock was restored', z.object({ modifiedCount: z.number() })),
    403: refuses('You have not cancelled such an order'),
    409: refuses('The product is deleted, so its stock was not restored'),
  },
})

// The response must come within 5 seconds, whatever the card provider does (product 10.18).
const CANCEL_WAIT_MS = 4_000

export type OrdersApi = ReturnType<typeof createOrdersApi>

/** Serves placing, listing and cancelling orders. */
export function createOrdersApi(environment: {
  db: Db
  deps: OrderDeps
  rules: OrderRules
  limits: RateLimits
}) {
  const { db, deps, rules, limits } = environment
  const placing = { placeGroup: createOrderEngine(db, rules), countOrder: deps.countOrder }
  const cancels: RateLimit = { name: 'cancel of', most: rules.perMinute, seconds: 60 }
  return restApi()
    .openapi(postOrder, async (c) => {
      const { caller: buyer } = c.var
      const wanted = c.req.valid('json')
      const key = c.req.valid('header')['idempotency-key']
      const placed = await placeOrder(db, placing, buyer, wanted, key)
      if ('refused' in placed) throw refuseOrder(placed)
      return c.json(placed.order, 200, replayHeader(placed))
    })
    .openapi(
      postBatch,
      async (c) => {
        const wanted = c.req.valid('json')
        const key = c.req.valid('header')['idempotency-key']
        const placed = await placeOrderList(db, placing, c.var.caller, wanted, key)
        if ('faults' in placed) {
          const { status, body } = refuseLines(placed.faults, wanted.lines.length)
          return c.json(body, status)
        }
        if ('orders' in placed) return c.json(placed.orders, 200, replayHeader(placed))
        const refusal = refuseOrder(placed)
        if (refusal.status === 422) return c.json({ ...refusal.body, lines: [] }, 422)
        throw refusal
      },
      (result, c) => {
        if (result.target === 'json' && !result.success) {
          return c.json(refuseForm(result.error), 422)
        }
      },
    )
    .openapi(getOrdersOf, async (c) => {
      const { caller } = c.var
      if (c.req.valid('param').email !== caller.email) {
        throw refuseOrder({ refused: 'not-your-orders' })
      }
      const { state: which = 'listed', size, page } = c.req.valid('query')
      return respondWithList(size, {
        page: async (size) =>
          (await listOrdersOf(db, caller.id, which, { size, page })).map(toOrderJson),
        after: async (after, size) =>
          (await listOrdersOf(db, caller.id, which, { size, after })).map(toOrderJson),
      })
    })
    .openapi(getCountOf, async (c) => {
      const { caller } = c.var
      if (c.req.valid('param').email !== caller.email) {
        throw refuseOrder({ refused: 'not-your-orders' })
      }
      const { state: which = 'listed' } = c.req.valid('query')
      return c.json({ count: await countOrdersOf(db, caller.id, which) }, 200)
    })
    .openapi(getOrder, async (c) => {
      const { caller } = c.var
      const row = await findAnyOrderFor(db, caller, c.req.valid('param').id)
      if (!row) throw refuseOrder({ refused: 'no-such-order' })
      return c.json({ ...toOrderJson(toOrder(row)), paidAt: row.paidAt?.toISOString() }, 200)
    })
    .openapi(deleteOrder, async (c) => {
      const { caller } = c.var
      const seconds = await limits.count(cancels, caller.id)
      if (seconds !== null) throw tooManyRequests(seconds)
      const { id } = c.req.valid('param')
      const done = await cancelOrderWithin(CANCEL_WAIT_MS, db, deps, caller, id)
      if (done === 'under-way') {
        return c.json({ deletedCount: 0 as const, status: 'cancelling' as const }, 202)
      }
      if ('refused' in done) throw refuseOrder(done)
      return c.json({ deletedCount: 1 }, 200)
    })
    .openapi(putQuantity, async (c) => {
      const { caller } = c.var
      const { productId } = c.req.valid('param')
      const { quantity } = c.req.valid('json')
      const cancel = { cancelledBy: caller.id, productId, quantity }
      const acknowledged = await acknowledgeCancel(db, cancel)
      if (!acknowledged) throw refuseOrder({ refused: 'no-such-cancel' })
      if (!acknowledged.stockRestored) throw refuseOrder({ refused: 'not-restored' })
      return c.json({ modifiedCount: 1 }, 200)
    })
}
