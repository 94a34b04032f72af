import { type Context, Hono } from 'hono'
import { csrf } from 'hono/csrf'
import type { Pool } from 'pg'
import { z } from 'zod'
import { hashSource } from '#platform/http/content-security-policy.server.ts'
import { isRefusal } from '#simulators/card-payments/api/refusal.ts'
import { createRefund } from '#simulators/card-payments/intents/refunds.server.ts'
import { clearFaults, faultOrder, orderFault } from '#simulators/card-payments/store/faults.server.ts'
import { findObject } from '#simulators/card-payments/store/object-store.server.ts'
import { inTransaction } from '#simulators/card-payments/store/transaction.server.ts'
import { addDelivery } from '#simulators/card-payments/webhooks/events.server.ts'
import { pageHtml, pageStyles } from './page-html.server.ts'
import { readPageState } from './page-state.server.ts'

/** A refund on the provider's site, reported to the shop by an event. */
const refundOrder = z.object({ dollars: z.coerce.number().min(0.01).max(999_999.99) })

/**
 * The simulator's page: recent activity, refunds, and a form to inject faults. Cross-site forms are rejected. JSON needs no
 * such check: browsers send a CORS preflight first, which fails.
 */
export function createPage(pool: Pool, clock: () => Date): Hono {
  const page = new Hono()
  page.use(csrf())

  page.get('/', async (c) => {
    const state = await readPageState(pool)
    c.header('cache-control', 'no-store')
    if (c.req.header('accept')?.includes('application/json')) return c.json(state)
    c.header(
      'content-security-policy',
      `default-src 'none'; style-src ${hashSource(pageStyles)}; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
    )
    return c.html(pageHtml(state, mountPath(c, '/')))
  })

  page.post('/faults', async (c) => {
    const order = faultOrder.safeParse(await readBody(c))
    if (!order.success) {
      const message = order.error.issues[0]?.message ?? 'Invalid fault'
      return c.json({ code: 'invalid_fault', message }, 422)
    }
    await orderFault(pool, order.data)
    return seeOther(c, '/faults')
  })

  page.post('/faults/clear', async (c) => {
    await clearFaults(pool)
    return seeOther(c, '/faults/clear')
  })

  page.post('/intents/:id{pi_\\w+}/refund', async (c) => {
    const id = c.req.param('id')
    const order = refundOrder.safeParse(await readBody(c))
    if (!order.success) return c.json({ code: 'invalid_amount', message: 'Invalid amount' }, 422)
    const amount = Math.round(order.data.dollars * 100)
    const parameters = { payment_intent: id, amount }
    const made = await inTransaction(pool, (tx) =>
      createRefund({ tx, now: clock(), parameters, idempotencyKey: null }),
    )
    if (isRefusal(made)) return c.json({ code: 'refused', message: made.error.message }, 409)
    return seeOther(c, `/intents/${id}/refund`)
  })

  page.post('/events/:id{evt_\\w+}/resend', async (c) => {
    const id = c.req.param('id')
    const outcome = await inTransaction(pool, async (tx) => {
      const event = await findObject(tx, 'event', id)
      if (event) await addDelivery(tx, id, clock())
      return event !== undefined
    })
    if (!outcome) return c.json({ code: 'not_found', message: `No such event: ${id}` }, 404)
    return seeOther(c, `/events/${id}/resend`)
  })
  return page
}

function readBody(c: Context): Promise<unknown> {
  const isJson = c.req.header('content-type')?.startsWith('application/json')
  return isJson ? c.req.json().catch(() => undefined) : c.req.parseBody()
}

/** Redirects a form to the page; returns 200 for JSON. */
function seeOther(c: Context, path: string): Response {
  const isJson = c.req.header('content-type')?.startsWith('application/json')
  return isJson ? c.json({ ok: true }) : c.redirect(mountPath(c, path), 303)
}

/** Returns the path where the simulator is mounted: the request's path without `ownPath`. */
function mountPath(c: Context, ownPath: string): string {
  return c.req.path.endsWith(ownPath) ? c.req.path.slice(0, -ownPath.length) || '/' : c.req.path
}
