import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { audit } from '#prove/audit.ts'
import { cancelOrder, isPaid, payTogether, placeOrder, reportPayment, retry } from '#prove/buyer-actions.ts'
import { confirmCard, intentOf, payOutsideShop } from '#prove/card-actions.ts'
import type { Random } from '#prove/random.ts'
import type { Scenario } from '#prove/scenario.ts'
import { BUYERS, PRICE_CENTS, PRODUCTS } from '#prove/seed.ts'
import { type ProofShop, withShop } from '#prove/shop.ts'
import { waitUntilConsistent } from '#prove/wait-until-consistent.ts'
import { inParallel } from '#prove/waiting.ts'

const CONCURRENCY = 16
const AGAIN_MS = 250
const GIVE_UP_MS = 60_000
const MAX_OFFSET_MS = 40

/** Pay through the shop's intent, through another one, whose money is refunded, or through both. */
const WAYS = ['own', 'own', 'own', 'other', 'both'] as const

/** Cancels and pays an order at the same time; exactly one of the two must happen. */
export const cancelAgainstPay: Scenario = {
  name: 'Cancel against pay',
  run: ({ environments, random, isShort }) =>
    withShop(environments, async (shop) => {
      const tries = isShort ? 200 : 2000
      const numbers = Array.from({ length: tries }, (_, index) => index)
      const pairs = await inParallel(CONCURRENCY, numbers, (n) => race(shop, n, random.fork(n)))
      // A cancelled order is not in the list, so every listed order must be paid.
      const inconsistent = await waitUntilConsistent(shop, isPaid)
      const counts = { paid: 0, cancelled: 0, refunds: 0 }
      const deviations = await audit(shop, (pool) => compareOutcomes(pool, pairs, counts))
      return {
        tries,
        counted: `${counts.paid} paid, ${counts.cancelled} cancelled, ${counts.refunds} payments refunded`,
        deviations: [...pairs.flatMap((pair) => pair.unexpected), ...inconsistent, ...deviations],
      }
    }),
}

type Pair = {
  id: string
  reportedCancelled: boolean
  reportedPaid: boolean
  unexpected: string[]
}

async function race(shop: ProofShop, number: number, random: Random): Promise<Pair> {
  const buyer = 1 + (number % BUYERS)
  const way = random.pick(WAYS)
  const quantity = random.integer(1, 5)
  const newOrder = { product: random.pick(PRODUCTS), quantity, key: `order ${number}` }
  const { body: order } = await retry(() => placeOrder(shop, buyer, newOrder))
  const id = order._id
  const { body: payable } = await retry(() => payTogether(shop, buyer, [id]))

  const payOwn = async () => {
    await retry(() => confirmCard(shop, payable))
    return intentOf(payable.clientSecret)
  }
  const payOther = async () => {
    const { body } = await retry(() => payOutsideShop(shop, payable._id, quantity * PRICE_CENTS))
    return body.id
  }
  const pay = { own: [payOwn], other: [payOther], both: [payOwn, payOther] }[way]
  const paying = pay.map(async (payment) => {
    await setTimeout(random.integer(0, MAX_OFFSET_MS))
    const intent = await payment()
    return retry(() => reportPayment(shop, buyer, id, intent))
  })
  const cancelling = async () => {
    await setTimeout(random.integer(0, MAX_OFFSET_MS))
    return cancelToItsEnd(shop, buyer, id)
  }
  const [cancelled, ...reported] = await Promise.all([cancelling(), ...paying])
  const isUnexpected = (status: number) => ![200, 404, 409].includes(status)
  return {
    id,
    reportedCancelled: cancelled.status === 200,
    reportedPaid: reported.some(({ status }) => status === 200),
    unexpected: [cancelled, ...reported]
      .filter(({ status }) => isUnexpected(status))
      .map(({ status }) => `a request for order ${id} returned ${status}`),
  }
}

/** A provider that is slow on a busy machine leaves a cancellation under way: 202. It is asked again. */
async function cancelToItsEnd(shop: ProofShop, buyer: number, id: string) {
  const giveUp = performance.now() + GIVE_UP_MS
  for (;;) {
    const cancelled = await retry(() => cancelOrder(shop, buyer, id))
    if (cancelled.status !== 202 || performance.now() > giveUp) return cancelled
    await setTimeout(AGAIN_MS)
  }
}

/** Checks that each order is paid, or cancelled with its stock restored, as reported to the buyer. */
async function compareOutcomes(
  pool: pg.Pool,
  pairs: Pair[],
  counts: { paid: number; cancelled: number; refunds: number },
): Promise<string[]> {
  const idsOf = async (statement: string) =>
    new Set((await pool.query<{ id: string }>(statement)).rows.map(({ id }) => id))
  const paid = await idsOf(`select id from order_line where status = 'paid'`)
  const cancelled = await idsOf(`select id from order_line where status = 'cancelled' and stock_restored`)
  const refunded = await idsOf(`select id from refund where status = 'succeeded'`)
  Object.assign(counts, { paid: paid.size, cancelled: cancelled.size, refunds: refunded.size })
  return pairs.flatMap(({ id, reportedCancelled, reportedPaid }) => [
    ...(paid.has(id) === cancelled.has(id) ? [`order ${id} is neither paid nor cancelled`] : []),
    ...(reportedPaid && !paid.has(id) ? [`order ${id} was reported paid and is not`] : []),
    ...(reportedCancelled && !cancelled.has(id) ? [`order ${id} was reported cancelled and is not`] : []),
  ])
}
