import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { answers, body, deletedJson, refuses, restApi } from '#platform/http/api/rest-api.server.ts'
import type { RateLimit, RateLimits } from '#platform/http/limits/rate-limits.server.ts'
import { userRoute, verifiedUserRoute } from '#shop/auth/access/guarded-routes.server.ts'
import { userJson } from '#shop/auth/access/json-routes.server.ts'
import type { OrderDeps } from '#shop/orders/cancel/cancel-lines.server.ts'
import { cancelOrder } from '#shop/orders/cancel/cancel-order.server.ts'
import type { OrderRules } from '#shop/orders/order-caps.ts'
import { listOrderEvents } from '#shop/orders/order-events.server.ts'
import {
  lineDetailsJson,
  orderDetailsJson,
  orderJson,
  toOrderDetailsJson,
} from '#shop/orders/order-json.server.ts'
import { findOrderFor, findTermsVersion } from '#shop/orders/order-queries.server.ts'
import { refuseOrder } from '#shop/orders/order-refusals.server.ts'
import { idempotencyKey, replayHeader } from '#shop/orders/purchase/idempotency.server.ts'
import {
  newOrderOfLines,
  refusedLines,
  refuseForm,
  refuseLines,
} from '#shop/orders/purchase/new-order-json.server.ts'
import { type PlaceOrderDeps, placeOrder } from '#shop/orders/purchase/place-order.server.ts'
import { piecesOfOrder } from '#shop/pieces/line-pieces.server.ts'
import { findCancelledShipments, findShipments } from '#shop/pieces/order-shipments.server.ts'
import { piecesToShip, shippingState } from '#shop/pieces/pieces.ts'
import { findRefunded } from '#shop/pieces/refunded-orders.server.ts'

export type OrdersEnvironment = {
  db: Db
  deps: OrderDeps
  placing: PlaceOrderDeps
  rules: OrderRules
  limits: RateLimits
}

/** The response must come within 5 seconds, whatever the card provider does (product 10.18). */
export const CANCEL_WAIT_MS = 4_000

export function cancelLimit({ perMinute }: OrderRules): RateLimit {
  return { name: 'cancel of', most: perMinute, seconds: 60 }
}

const params = z.object({ id: z.string().max(40) })

const cancelledLines = deletedJson.extend({
  lines: z.array(lineDetailsJson.pick({ _id: true, status: true, stockRestored: true })),
})

export function createOrdersApi({ db, deps, placing, rules, limits }: OrdersEnvironment) {
  const cancels = cancelLimit(rules)
  return restApi({
    placeOrderOfLines: verifiedUserRoute({
      endpoint: 'POST /orders',
      summary: 'Place an order, all of its lines or none',
      description: 'A refusal names every line at fault and how to fix it.',
      request: { headers: idempotencyKey, body: body(newOrderOfLines) },
      responses: {
        200: answers('The order', orderJson),
        400: refuses('The Idempotency-Key is invalid, or the body is not JSON'),
        403: refuses('The e-mail is not confirmed yet'),
        409: answers('Nothing was ordered; `lines` lists the lines at fault', refusedLines),
        422: answers('Nothing was ordered; every error is one of the input', refusedLines),
        429: refuses('Too many orders in a minute; see Retry-After'),
      },
      respond: async (c) => {
        const request = c.req.valid('json')
        const key = c.req.valid('header')['idempotency-key']
        const placed = await placeOrder(db, placing, c.var.audit, request, key)
        if ('errors' in placed) {
          const { status, body } = refuseLines(placed.errors, request.lines.length)
          return c.json(body, status)
        }
        if ('order' in placed) return c.json(placed.order, 200, replayHeader(placed))
        const refusal = refuseOrder(placed)
        const { status, body } = refusal
        if (status === 409 || status === 422) return c.json({ ...body, lines: [] }, status)
        throw refusal
      },
      hook: (result, c) => {
        if (result.target === 'json' && !result.success) {
          return c.json(refuseForm(result.error), 422)
        }
      },
    }),
    readOrderWithLines: userJson({
      endpoint: 'GET /orders/{id}',
      summary: 'Read an order with its lines, shipments and timeline',
      description: 'By its number, its `_id` or the `_id` of one of its lines.',
      params,
      json: orderDetailsJson,
      refusals: { 404: 'No such order, or not yours' },
      respond: async ({ params, caller }) => {
        const order = await findOrderFor(db, caller, params.id)
        if (!order) throw refuseOrder({ refused: 'no-such-order' })
        const events = await listOrderEvents(db, order, caller)
        const shown = events.map(({ at, ...event }) => ({ ...event, at: at.toISOString() }))
        const pieces = await piecesOfOrder(db, order.id)
        const isAdmin = caller.role === 'admin'
        const refunded = await findRefunded(db, [order])
        return {
          ...toOrderDetailsJson(order, refunded.get(order.id), { isAdmin }),
          termsVersion: await findTermsVersion(db, order.id),
          shipping: shippingState(pieces) ?? undefined,
          toShip: piecesToShip(pieces),
          shipments: await findShipments(db, order.id),
          cancelledShipments: isAdmin ? await findCancelledShipments(db, order.id) : undefined,
          events: shown,
        }
      },
    }),
    cancelLinesOfOrder: userRoute({
      endpoint: 'DELETE /orders/{id}',
      summary: 'Cancel the unpaid lines of an order',
      request: { params },
      responses: {
        200: answers('Cancelled, stock restored', cancelledLines),
        202: answers('Some still cancelling: the shop continues in the background', cancelledLines),
        404: refuses('No such order, or not yours'),
        409: refuses('No line could be cancelled'),
        429: refuses('Too many cancellations in a minute; see Retry-After'),
      },
      respond: async (c) => {
        const { caller } = c.var
        await limits.countAction(cancels, caller.id)
        const { id } = c.req.valid('param')
        const outcome = await cancelOrder(CANCEL_WAIT_MS, db, deps, caller, id)
        if ('refused' in outcome) throw refuseOrder(outcome)
        const lines = outcome.order.lines.map(({ id, status, stockRestored }) => ({
          _id: id,
          status,
          stockRestored: stockRestored ?? undefined,
        }))
        const isUnderWay = lines.some(({ status }) => status === 'cancelling')
        return c.json({ deletedCount: outcome.cancelled, lines }, isUnderWay ? 202 : 200)
      },
    }),
  })
}
