import { z } from '@hono/zod-openapi'
import { respondWithList } from '#platform/http/api/json-list.server.ts'
import {
  answers,
  body,
  deletedJson,
  listQuery,
  refuses,
  restApi,
} from '#platform/http/api/rest-api.server.ts'
import { userRoute, verifiedUserRoute } from '#shop/auth/access/guarded-routes.server.ts'
import { userJson } from '#shop/auth/access/json-routes.server.ts'
import { emailInPath } from '#shop/auth/auth-forms.ts'
import { acknowledgeCancel } from '#shop/orders/cancel/acknowledge-cancel.server.ts'
import { cancelLine } from '#shop/orders/cancel/cancel-order.server.ts'
import { countLinesOf, findAnyLineFor, listLinesOf, toLine } from '#shop/orders/line-queries.server.ts'
import {
  lineDetailsJson,
  orderLineJson,
  toLineDetailsJson,
  toLineJson,
} from '#shop/orders/order-json.server.ts'
import { refuseOrder } from '#shop/orders/order-refusals.server.ts'
import { idempotencyKey, replayHeader } from '#shop/orders/purchase/idempotency.server.ts'
import { newOrder, wholePieces } from '#shop/orders/purchase/order-forms.ts'
import { placeLine } from '#shop/orders/purchase/place-order.server.ts'
import { CANCEL_WAIT_MS, cancelLimit, type OrdersEnvironment } from './orders-api.server.ts'

const ofBuyer = z.object({ email: emailInPath })
export const cancelledInstead = z
  .literal('cancelled')
  .optional()
  .describe('List the cancelled orders instead')

export function createLinesApi(environment: OrdersEnvironment) {
  const { db, deps, placing, rules, limits } = environment
  const cancels = cancelLimit(rules)
  return restApi({
    placeOrder: verifiedUserRoute({
      // Spelled as in the specification (product 7.4).
      endpoint: 'POST /perchase',
      request: { headers: idempotencyKey, body: body(newOrder) },
      responses: {
        200: answers('The order', orderLineJson),
        403: refuses('The e-mail is not confirmed yet'),
        404: refuses('No such product'),
        409: refuses(
          'The stock or price changed, or a limit of unpaid orders is exceeded; see the message. `verify-email-to-order`: verifying the e-mail lifts it',
        ),
        429: refuses('Too many orders in a minute; see Retry-After'),
      },
      respond: async (c) => {
        const request = c.req.valid('json')
        const key = c.req.valid('header')['idempotency-key']
        const placed = await placeLine(db, placing, c.var.audit, request, key)
        if ('refused' in placed) throw refuseOrder(placed)
        return c.json(placed.line, 200, replayHeader(placed))
      },
    }),
    listMyOrders: userRoute({
      endpoint: 'GET /purchase/{email}',
      request: { params: ofBuyer, query: listQuery.extend({ state: cancelledInstead }) },
      responses: {
        200: answers('My orders, newest first, without the cancelled ones', z.array(orderLineJson)),
        400: refuses('A size outside 1 to 1000, or a page below 0'),
        404: refuses('Belongs to another user'),
      },
      respond: async (c) => {
        const { caller } = c.var
        if (c.req.valid('param').email !== caller.email) {
          throw refuseOrder({ refused: 'not-your-orders' })
        }
        const { state: which = 'listed', size, page } = c.req.valid('query')
        return respondWithList(size, {
          page: async (size) => (await listLinesOf(db, caller.id, which, { size, page })).map(toLineJson),
          after: async (after, size) =>
            (await listLinesOf(db, caller.id, which, { size, after })).map(toLineJson),
        })
      },
    }),
    countMyOrders: userJson({
      endpoint: 'GET /purchaseCount/{email}',
      params: ofBuyer,
      query: z.object({ state: cancelledInstead }),
      json: z.object({ count: z.number().int() }),
      refusals: { 404: 'Belongs to another user' },
      respond: async ({ params, query, caller }) => {
        if (params.email !== caller.email) throw refuseOrder({ refused: 'not-your-orders' })
        return { count: await countLinesOf(db, caller.id, query.state ?? 'listed') }
      },
    }),
    getOrder: userJson({
      endpoint: 'GET /purchase/order/{id}',
      params: z.object({ id: z.string() }),
      answer: 'One order',
      json: lineDetailsJson,
      refusals: { 404: 'No such order, or not yours' },
      respond: async ({ params, caller }) => {
        const row = await findAnyLineFor(db, caller, params.id)
        if (!row) throw refuseOrder({ refused: 'no-such-order' })
        return toLineDetailsJson(toLine(row))
      },
    }),
    cancelOrder: userRoute({
      endpoint: 'DELETE /purchase/{id}',
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
      respond: async (c) => {
        const { caller } = c.var
        await limits.countAction(cancels, caller.id)
        const { id } = c.req.valid('param')
        const outcome = await cancelLine(CANCEL_WAIT_MS, db, deps, caller, id)
        if (outcome === 'under-way') {
          return c.json({ deletedCount: 0 as const, status: 'cancelling' as const }, 202)
        }
        if ('refused' in outcome) throw refuseOrder(outcome)
        return c.json({ deletedCount: 1 }, 200)
      },
    }),
    acknowledgeStock: userJson({
      endpoint: 'PUT /products/quantity/{productId}',
      summary: 'Acknowledge restored stock',
      description: 'Acknowledges that a cancellation restored the stock; does not change stock itself.',
      params: z.object({ productId: z.string() }),
      body: z.object({ quantity: wholePieces }),
      answer: 'The stock was restored',
      json: z.object({ modifiedCount: z.number() }),
      refusals: {
        403: 'You have not cancelled such an order',
        409: 'The product is deleted, so its stock was not restored',
      },
      respond: async ({ params, json, caller }) => {
        const cancel = { cancelledBy: caller.id, ...params, ...json }
        const acknowledged = await acknowledgeCancel(db, cancel)
        if (!acknowledged) throw refuseOrder({ refused: 'no-such-cancel' })
        if (!acknowledged.stockRestored) throw refuseOrder({ refused: 'not-restored' })
        return { modifiedCount: 1 }
      },
    }),
  })
}
