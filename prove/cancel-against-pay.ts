import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { audit } from './audit.ts'
import {
  cancelOrder,
  insist,
  isPaid,
  openPayment,
  placeOrder,
  reportPayment,
} from './buyer-steps.ts'
import { confirmCard, intentOf, payBeside } from './card-steps.ts'
import type { Random } from './random.ts'
import type { Part } from './scenario.ts'
import { BUYERS, PRICE_CENTS, TOOLS } from './seed.ts'
import { type ProofShop, withShop } from './shop.ts'
import { heal } from './wait-until-consistent.ts'
import { inParallel } from './waiting.ts'

const AT_ONCE = 16
const LONGEST_OFFSET_MS = 40

/** How the money comes: as the payment page does it, by a payment beside it, or both at once. */
const WAYS = ['own', 'own', 'own', 'beside', 'both'] as const

/** An order is cancelled and paid at the same time: one of the two happens, and never both. */
export const cancelAgainstPay: Part = {
  name: 'Cancel against pay',
  run: ({ grounds, random, isShort }) =>
    withShop(grounds, async (shop) => {
      const tries = isShort ? 100 : 2000
      const numbers = Array.from({ length: tries }, (_, index) => index)
      const pairs = await inParallel(AT_ONCE, numbers, (n) => race(shop, n, random.fork(n)))
      // Every order was cancelled, so it is paid or cancelled by now.
      const unhealed = await heal(shop, isPaid)
      const counts = { paid: 0, cancelled: 0, refunds: 0 }
      const deviations = await audit(shop, (pool) => compareEnds(pool, pairs, counts))
      return {
        tries,
        counted: `${counts.paid} paid, ${counts.cancelled} cancelled, ${counts.refunds} payments given back`,
        deviations: [...pairs.flatMap((pair) => pair.strange), ...unhealed, ...deviations],
      }
    }),
}

type Pair = { id: string; saidCancelled: boolean; saidPaid: boolean; strange: string[] }

async function race(shop: ProofShop, number: number, random: Random): Promise<Pair> {
  const buyer = 1 + (number % BUYERS)
  const way = random.pick(WAYS)
  const quantity = random.integer(1, 5)
  const wanted = { tool: random.pick(TOOLS), quantity, key: `order ${number}` }
  const { body: order } = await insist(() => placeOrder(shop, buyer, wanted))
  const id = order._id
  const { body: payable } = await insist(() => openPayment(shop, buyer, id))

  const payOwn = async () => {
    await insist(() => confirmCard(shop, payable))
    return intentOf(payable.clientSecret)
  }
  const payOther = async () => {
    const { body } = await insist(() => payBeside(shop, id, quantity * PRICE_CENTS))
    return body.id
  }
  const pay = { own: [payOwn], beside: [payOther], both: [payOwn, payOther] }[way]
  const paying = pay.map(async (payment) => {
    await setTimeout(random.integer(0, LONGEST_OFFSET_MS))
    const intent = await payment()
    return insist(() => reportPayment(shop, buyer, id, intent))
  })
  const cancelling = async () => {
    await setTimeout(random.integer(0, LONGEST_OFFSET_MS))
    return insist(() => cancelOrder(shop, buyer, id))
  }
  const [cancelled, ...reported] = await Promise.all([cancelling(), ...paying])
  const isStrange = (status: number) => ![200, 404, 409].includes(status)
  return {
    id,
    saidCancelled: cancelled.status === 200,
    saidPaid: reported.some(({ status }) => status === 200),
    strange: [cancelled, ...reported]
      .filter(({ status }) => isStrange(status))
      .map(({ status }) => `order ${id} was answered with ${status}`),
  }
}

/** Each order is paid, or cancelled with its stock back, as its buyer was told. */
async function compareEnds(
  pool: pg.Pool,
  pairs: Pair[],
  counts: { paid: number; cancelled: number; refunds: number },
): Promise<string[]> {
  const idsOf = async (statement: string) =>
    new Set((await pool.query<{ id: string }>(statement)).rows.map(({ id }) => id))
  const paid = await idsOf(`select id from purchase where status = 'paid'`)
  const cancelled = await idsOf(
    `select id from purchase where status = 'cancelled' and stock_restored`,
  )
  const refunded = await idsOf(
    `select payment_intent_id as id from captured_payment where refunded_at is not null`,
  )
  Object.assign(counts, { paid: paid.size, cancelled: cancelled.size, refunds: refunded.size })
  return pairs.flatMap(({ id, saidCancelled, saidPaid }) => [
    ...(paid.has(id) === cancelled.has(id) ? [`order ${id} is neither paid nor cancelled`] : []),
    ...(saidPaid && !paid.has(id) ? [`order ${id} was called paid and is cancelled`] : []),
    ...(saidCancelled && !cancelled.has(id)
      ? [`order ${id} was called cancelled and is paid`]
      : []),
  ])
}
