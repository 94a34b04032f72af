import { setTimeout } from 'node:timers/promises'
import { audit } from '#prove/audit.ts'
import { retry } from '#prove/buyer-actions.ts'
import { confirmCard, intentOf } from '#prove/card-actions.ts'
import type { Random } from '#prove/random.ts'
import type { Scenario } from '#prove/scenario.ts'
import { PRODUCTS } from '#prove/seed.ts'
import { type ProofShop, withShop } from '#prove/shop.ts'
import { waitUntilConsistent } from '#prove/wait-until-consistent.ts'
import { inParallel, until } from '#prove/waiting.ts'
import type { Order } from '#shop/orders/order.ts'
import type { PayablePayment } from '#shop/payments/payment-json.server.ts'

const LINES = 100
const PAID_LINES = 15
const BUYERS = 4
const ADMIN = 0
const REFUND_LIMIT_MS = 90_000

type Refunded = { order: Order; refunds: number }
type Work = { orders: Order[]; refunded: Refunded[]; deviations: string[] }

/**
 * Kills the shop in the middle of an order of 100 lines, of a payment of 15 of them, and of a partial
 * refund. Each is repeated with its key until it is acknowledged, and must have happened once.
 */
export const killAtLongOrders: Scenario = {
  name: 'kill -9 in orders of 100 lines, payments of 15, partial refunds',
  run: ({ environments, random, isShort }) =>
    withShop(environments, async (shop) => {
      const kills = isShort ? 6 : 24
      const work: Work = { orders: [], refunded: [], deviations: [] }
      let interrupted = 0
      for (let kill = 0; kill < kills; kill++) {
        const kind = (['order', 'payment', 'refund'] as const)[kill % 3] ?? 'order'
        const round = random.fork(kill)
        const working = inParallel(BUYERS, buyersOf(kill), (buyer) =>
          buyAndRefund(shop, work, buyer, round.fork(buyer)),
        )
        await shop.nextSent(kind)
        // A random moment between the request's arrival and its response.
        await setTimeout(random.integer(0, 40))
        interrupted += shop.inFlight('order') + shop.inFlight('payment') + shop.inFlight('refund')
        await shop.kill()
        await shop.start()
        await working
      }
      const inconsistent = await waitUntilConsistent(shop, ({ status }) => status !== 'cancelling')
      const unrefunded = await untilRefunded(shop, work.refunded)
      const different = await audit(shop, async (pool) => {
        const { rows } = await pool.query<{ lines: string[] }>(
          'select array_agg(id order by position) as lines from order_line group by order_id',
        )
        const stored = new Set(rows.map(({ lines }) => lines.join()))
        const acknowledged = work.orders.map(({ lines }) => lines.map(({ _id }) => _id).join())
        return [
          ...acknowledged.filter((ids) => !stored.delete(ids)).map(() => 'an order is not whole'),
          ...[...stored].map(() => 'an order was placed but never acknowledged'),
        ]
      })
      return {
        tries: kills,
        counted: `${work.orders.length} orders and ${work.refunded.length} refunds acknowledged, ${interrupted} requests interrupted by a kill`,
        deviations: [...work.deviations, ...inconsistent, ...unrefunded, ...different],
      }
    }),
}

const buyersOf = (kill: number) => Array.from({ length: BUYERS }, (_, n) => 1 + kill * BUYERS + n)

/** Places an order of 100 lines, pays 15 of them at once, and refunds a part of that twice. */
async function buyAndRefund(shop: ProofShop, work: Work, buyer: number, random: Random): Promise<void> {
  const lines = Array.from({ length: LINES }, () => ({
    productId: random.pick(PRODUCTS),
    quantity: random.integer(2, 9),
  }))
  const order = await retry(() =>
    shop.send<Order>('order', '/api/orders', {
      method: 'POST',
      user: buyer,
      headers: { 'Idempotency-Key': 'long' },
      body: { lines, name: 'Jane Buyer', address: '1 Anvil Street' },
    }),
  )
  if (order.status !== 200) return fail(work, 'the order', order)
  work.orders.push(order.body)
  const paid = order.body.lines.slice(0, PAID_LINES)
  const lineIds = paid.map(({ _id }) => _id)
  const payment = await retry(() =>
    shop.send<PayablePayment>('payment', '/api/payments', {
      method: 'POST',
      user: buyer,
      body: { lineIds },
    }),
  )
  if (payment.status !== 200) return fail(work, 'the payment', payment)
  const confirmed = await retry(() => confirmCard(shop, payment.body))
  if (confirmed.status !== 200) return fail(work, 'the card', confirmed)
  const transactionId = intentOf(payment.body.clientSecret)
  const reported = await retry(() =>
    shop.send('payment', `/api/purchase/${lineIds[0]}`, {
      method: 'PUT',
      user: buyer,
      body: { transactionId },
    }),
  )
  if (reported.status !== 200) return fail(work, 'the report', reported)
  const refunded = { order: order.body, refunds: 0 }
  work.refunded.push(refunded)
  for (const number of [1, 2]) {
    const pieces = random
      .shuffle(paid)
      .slice(0, 3)
      .map(({ _id }) => ({ _id, quantity: 1 }))
    // Chosen once: a retry with the same key has the same body.
    const restock = random.chance(0.5)
    const refund = await retry(() =>
      shop.send('refund', `/api/payments/${payment.body._id}/refunds`, {
        method: 'POST',
        user: ADMIN,
        headers: { 'Idempotency-Key': `refund ${number} of ${payment.body._id}` },
        body: { lines: pieces, reason: 'Too many', restock },
      }),
    )
    if (refund.status !== 200) return fail(work, 'the refund', refund)
    refunded.refunds += 1
  }
}

function fail(work: Work, what: string, { status, body }: { status: number; body: unknown }): void {
  work.deviations.push(`${what} returned ${status} ${JSON.stringify(body)}`)
}

/** Waits until each acknowledged refund is on the timeline of its order; returns duplicates. */
async function untilRefunded(shop: ProofShop, refunded: Refunded[]): Promise<string[]> {
  const tooMany = new Set<string>()
  await until('the refunds succeed', REFUND_LIMIT_MS, async () => {
    for (const { order, refunds } of refunded) {
      const { body } = await shop.send<{ events: { kind: string }[] }>('other', `/api/orders/${order._id}`, {
        user: ADMIN,
      })
      const made = body.events.filter(({ kind }) => kind === 'refunded').length
      if (made > refunds) tooMany.add(`${made} refunds of ${order.number}, not ${refunds}`)
      if (made < refunds) return false
    }
    return true
  })
  return [...tooMany]
}
