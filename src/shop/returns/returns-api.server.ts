import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { orRefuse } from '#platform/http/api/refusals.server.ts'
import { restApi } from '#platform/http/api/rest-api.server.ts'
import type { RateLimits } from '#platform/http/limits/rate-limits.server.ts'
import { adminList } from '#shop/auth/access/admin-list.server.ts'
import { adminJson, userJson } from '#shop/auth/access/json-routes.server.ts'
import { findOrderFor } from '#shop/orders/order-queries.server.ts'
import type { ShippingRules } from '#shop/shipping/shipment.ts'
import { approveReturn, closeReturn, receiveReturn, refuseRequest } from './change-return.server.ts'
import { requestReturn, returnablePieces } from './request-return.server.ts'
import { changeJson, newReturnJson, receiveJson, refuseJson, returnsQuery } from './return-forms.server.ts'
import { orderReturnsJson, returnJson, toReturnJson, toReturnsJson } from './return-json.server.ts'
import { countReturns, listReturns, type ReturnRow, returnsOfOrder } from './return-queries.server.ts'
import { type ReturnRefusal, refuseReturn } from './return-refusals.server.ts'

const params = z.object({
  id: z.string().max(40).describe('The `_id` or the number of the return'),
})

const count = z.number().int()

const refusals = {
  404: 'No such return, or not yours',
  409: 'Changed in the meantime, or its state does not allow that',
}
const step = { params, answer: 'The return', json: returnJson, refusals } as const

type ReturnsEnvironment = {
  db: Db
  rules: ShippingRules
  limits: RateLimits
  /** How many returns a user may ask for in a minute. */
  perMinute: number
}

export function createReturnsApi({ db, rules, limits, perMinute }: ReturnsEnvironment) {
  const requests = { name: 'return of', most: perMinute, seconds: 60 }
  const answer = (outcome: ReturnRow | ReturnRefusal) => toReturnJson(db, orRefuse(outcome, refuseReturn))
  return restApi({
    requestReturn: userJson({
      endpoint: 'POST /returns',
      summary: 'Ask to send shipped pieces back',
      body: newReturnJson,
      answer: 'The return, which an admin decides',
      json: returnJson,
      refusals: {
        404: 'No such order, or not yours',
        409: 'Fewer pieces can be returned, it is too late, or the order has 50 returns',
        429: 'Too many requests in a minute; see Retry-After',
      },
      respond: async ({ json, caller }) => {
        await limits.countAction(requests, caller.id)
        return answer(await requestReturn(db, rules, caller, json))
      },
    }),
    listReturns: adminList({
      endpoint: 'GET /returns',
      summary: 'List returns of one status',
      query: returnsQuery,
      answer: 'A page of returns, oldest first',
      row: returnJson,
      rows: async (query) => toReturnsJson(db, await listReturns(db, query)),
    }),
    countReturns: adminJson({
      endpoint: 'GET /returns/counts',
      summary: 'Count the returns of each status',
      answer: 'The counts, up to 10,000 each',
      json: z.object({
        requested: count,
        approved: count,
        'to-settle': count.describe('That came and are not refunded yet'),
        refused: count,
        received: count,
        closed: count,
      }),
      respond: async () => ({
        requested: await countReturns(db, 'requested'),
        approved: await countReturns(db, 'approved'),
        'to-settle': await countReturns(db, 'to-settle'),
        refused: await countReturns(db, 'refused'),
        received: await countReturns(db, 'received'),
        closed: await countReturns(db, 'closed'),
      }),
    }),
    listReturnsOfOrder: userJson({
      endpoint: 'GET /orders/{id}/returns',
      summary: 'List the returns of an order, and what else can be returned',
      params: z.object({ id: z.string().max(40) }),
      answer: 'Its returns, oldest first',
      json: orderReturnsJson,
      refusals: { 404: 'No such order, or not yours' },
      respond: async ({ params, caller }) => {
        const order = await findOrderFor(db, caller, params.id)
        if (!order) throw refuseReturn({ refused: 'no-such-order' })
        const returns = await toReturnsJson(db, await returnsOfOrder(db, order.id))
        const returnable = await returnablePieces(db, rules, order.id)
        return { returnable, returns }
      },
    }),
    closeReturn: userJson({
      endpoint: 'POST /returns/{id}/close',
      summary: 'Withdraw a return',
      description: 'Buyers until it is approved, admins until it is received.',
      params,
      body: changeJson,
      json: returnJson,
      refusals,
      respond: async ({ params, json, audit }) =>
        answer(await closeReturn(db, audit, { ...params, ...json })),
    }),
    approveReturn: adminJson({
      ...step,
      endpoint: 'POST /returns/{id}/approve',
      body: changeJson,
      respond: async ({ params, json, audit }) =>
        answer(await approveReturn(db, audit, { ...params, ...json })),
    }),
    refuseReturn: adminJson({
      ...step,
      endpoint: 'POST /returns/{id}/refuse',
      body: refuseJson,
      respond: async ({ params, json, audit }) =>
        answer(await refuseRequest(db, audit, { ...params, ...json })),
    }),
    receiveReturn: adminJson({
      ...step,
      endpoint: 'POST /returns/{id}/receive',
      summary: 'Record what came back',
      description: 'Of every line. Only `restocked` pieces go back to stock; nothing is refunded.',
      body: receiveJson,
      refusals: { ...refusals, 422: 'Not every line of the return' },
      respond: async ({ params, json, audit }) =>
        answer(await receiveReturn(db, audit, { ...params, ...json })),
    }),
  })
}
