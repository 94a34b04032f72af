import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { audit } from '#prove/audit.ts'
import {
  cancelOrder,
  isPaid,
  openPayment,
  payTogether,
  placeOrder,
  refundPayment,
  reportPayment,
  retry,
} from '#prove/buyer-actions.ts'
import {
  confirmCard,
  intentOf,
  payOutsideShop,
  refundOutsideShop,
  spoilEvents,
  spoilRefunds,
} from '#prove/card-actions.ts'
import type { Random } from '#prove/random.ts'
import type { Scenario } from '#prove/scenario.ts'
import { BUYERS, PRICE_CENTS, PRODUCTS } from '#prove/seed.ts'
import { type ProofShop, withShop } from '#prove/shop.ts'
import { waitForPayments } from '#prove/wait-for-payments.ts'
import { waitUntilConsistent } from '#prove/wait-until-consistent.ts'
import { inParallel } from '#prove/waiting.ts'

const CONCURRENCY = 12
const MAX_OFFSET_MS = 40
/** The card is often slower than what goes wrong; otherwise hardly anything would be cancelled. */
const MAX_CARD_OFFSET_MS = 240
const BATCH = 30
const SPOILED_EVENTS = ['webhook_lost', 'webhook_doubled', 'webhook_shuffled', 'webhook_late'] as const

/** Good cards; a refund to the second is pending at first, and one to the third is returned. */
const CARDS = ['pm_card_visa', 'pm_card_pendingRefund', 'pm_card_refundFail'] as const

/** What happens to a payment of three orders while it is paid. */
const TROUBLES = [
  'nothing',
  'one order is cancelled',
  'one order is cancelled',
  'one order is paid alone',
  'one order is paid alone',
  'a payment of two of them starts and is paid',
  'a payment of two of them starts and is paid',
  'money arrives that the shop did not ask for',
  'a part goes back here and at the provider at once',
  'the card is declined',
] as const

/**
 * Pays three orders at once while one of them is cancelled, paid alone or paid with others, while a part
 * is refunded here and at the provider's site, events are lost or late, refunds are pending or fail, and
 * the shop is killed. An order is paid once, and what pays nothing is refunded, if need be again.
 */
export const paySeveralOrders: Scenario = {
  name: 'Payments of three orders with everything that goes wrong',
  run: ({ environments, random, isShort }) =>
    withShop(environments, async (shop) => {
      const tries = isShort ? 4 * BATCH : 1200
      const payments: PaymentResult[] = []
      for (let tried = 0; tried < tries; tried += BATCH) {
        for (const kind of SPOILED_EVENTS) await spoilEvents(shop, kind, 4)
        await spoilRefunds(shop, 4)
        const numbers = Array.from({ length: BATCH }, (_, index) => tried + index)
        const paying = inParallel(CONCURRENCY, numbers, (n) => pay(shop, n, random.fork(n)))
        await killOnce(shop, random)
        payments.push(...(await paying))
      }
      const charged = new Set(payments.flatMap((result) => result.charged))
      const isSettled = (order: Parameters<typeof isPaid>[0]) => !charged.has(order._id) || isPaid(order)
      const inconsistent = await waitUntilConsistent(shop, isSettled)
      const unfinished = await waitForPayments(shop, isSettled)
      const counts = { paid: 0, cancelled: 0, refunds: 0, failed: 0 }
      const deviations = await audit(shop, (pool) => compareOutcomes(pool, payments, charged, counts))
      return {
        tries,
        counted: `${counts.paid} orders paid, ${counts.cancelled} cancelled, ${counts.refunds} refunds, ${counts.failed} refunds failed before`,
        deviations: [
          ...payments.flatMap((result) => result.unexpected),
          ...inconsistent,
          ...unfinished,
          ...deviations,
        ],
      }
    }),
}

/** A refund at the provider's own site that the bank returns is left to the person who made it. */
const CARD_OF: Partial<Record<(typeof TROUBLES)[number], string>> = {
  'the card is declined': 'pm_card_chargeDeclined',
  'a part goes back here and at the provider at once': 'pm_card_visa',
}

type PaymentResult = {
  /** The orders whose card was charged in one way or another. */
  charged: string[]
  reportedPaid: string[]
  reportedCancelled: string[]
  unexpected: string[]
}

async function pay(shop: ProofShop, number: number, random: Random): Promise<PaymentResult> {
  const buyer = 1 + (number % BUYERS)
  const result: PaymentResult = {
    charged: [],
    reportedPaid: [],
    reportedCancelled: [],
    unexpected: [],
  }
  const ids: string[] = []
  for (const part of [0, 1, 2]) {
    const key = `payment ${number} ${part}`
    const order = { product: random.pick(PRODUCTS), quantity: part + 1, key }
    ids.push((await retry(() => placeOrder(shop, buyer, order))).body._id)
  }
  const [first = '', second = '', third = ''] = ids
  const { status, body: payable } = await retry(() => payTogether(shop, buyer, ids))
  if (status !== 200) return { ...result, unexpected: [`starting ${ids} returned ${status}`] }

  // In turn, so that each of them occurs in the short form too.
  const trouble = TROUBLES[number % TROUBLES.length] ?? 'nothing'
  const isReported = random.chance(0.5)
  const [card, otherCard] = [random.pick(CARDS), random.pick(CARDS)]
  const charge = async (
    payable: { clientSecret: string; publishableKey: string },
    orders: string[],
    card: string = otherCard,
  ) => {
    const { status } = await retry(() => confirmCard(shop, payable, card))
    if (status !== 200) return
    result.charged.push(...orders)
    if (!isReported) return
    const [order = ''] = orders
    const intent = intentOf(payable.clientSecret)
    const reported = await retry(() => reportPayment(shop, buyer, order, intent))
    if (reported.status === 200) result.reportedPaid.push(order)
    else if (![404, 409].includes(reported.status)) {
      result.unexpected.push(`reporting order ${order} returned ${reported.status}`)
    }
  }
  let charging: Promise<void> | undefined
  const happens: Record<(typeof TROUBLES)[number], () => Promise<void>> = {
    nothing: async () => {},
    'the card is declined': async () => {},
    'a part goes back here and at the provider at once': async () => {
      await charging
      const intent = intentOf(payable.clientSecret)
      await retry(() => reportPayment(shop, buyer, first, intent))
      const [here] = await Promise.all([
        retry(() => refundPayment(shop, intent, PRICE_CENTS, `refund ${number}`)),
        retry(() => refundOutsideShop(shop, intent, PRICE_CENTS)),
      ])
      if (here.status !== 200) result.unexpected.push(`refunding ${intent} returned ${here.status}`)
    },
    'one order is cancelled': async () => {
      const { status } = await retry(() => cancelOrder(shop, buyer, second))
      if (status === 200) result.reportedCancelled.push(second)
    },
    'one order is paid alone': async () => {
      const { status, body } = await retry(() => openPayment(shop, buyer, second))
      if (status === 200) await charge(body, [second])
    },
    'a payment of two of them starts and is paid': async () => {
      const { status, body } = await retry(() => payTogether(shop, buyer, [second, third]))
      if (status === 200) await charge(body, [second, third])
    },
    'money arrives that the shop did not ask for': async () => {
      const { body } = await retry(() => payOutsideShop(shop, payable._id, 6 * PRICE_CENTS, otherCard))
      // Its event may be lost, and the shop has no other way to learn of it.
      const { status } = await retry(() => reportPayment(shop, buyer, first, body.id))
      if (status !== 409) result.unexpected.push(`money not asked for: reporting it was ${status}`)
    },
  }
  const within = async (longestMs: number, act: () => Promise<void>) => {
    await setTimeout(random.integer(0, longestMs))
    await act()
  }
  charging = within(MAX_CARD_OFFSET_MS, () =>
    charge(payable, [first, second, third], CARD_OF[trouble] ?? card),
  )
  await Promise.all([charging, within(MAX_OFFSET_MS, happens[trouble])])
  return result
}

/** Kills the shop in the middle of a payment, and starts it again. */
async function killOnce(shop: ProofShop, random: Random): Promise<void> {
  await setTimeout(random.integer(200, 900))
  await shop.kill()
  await shop.start()
}

/** Checks that each charged order is paid, and that the reports to the buyer are true. */
async function compareOutcomes(
  pool: pg.Pool,
  payments: PaymentResult[],
  charged: Set<string>,
  counts: { paid: number; cancelled: number; refunds: number; failed: number },
): Promise<string[]> {
  const idsOf = async (statement: string) =>
    new Set((await pool.query<{ id: string }>(statement)).rows.map(({ id }) => id))
  const paid = await idsOf(`select id from order_line where status = 'paid'`)
  const cancelled = await idsOf(`select id from order_line where status = 'cancelled'`)
  const refunded = await idsOf(`select id from refund where status = 'succeeded'`)
  const failed = await idsOf(
    `select id from card_simulator.object where type = 'refund' and body ->> 'status' = 'failed'`,
  )
  Object.assign(counts, {
    paid: paid.size,
    cancelled: cancelled.size,
    refunds: refunded.size,
    failed: failed.size,
  })
  const wrong = (ids: Iterable<string>, isRight: (id: string) => boolean, what: string) =>
    [...ids].filter((id) => !isRight(id)).map((id) => `order ${id} ${what}`)
  return [
    ...wrong(charged, (id) => paid.has(id), 'was charged and is not paid'),
    ...wrong(paid, (id) => charged.has(id), 'is paid and was not charged'),
    ...payments.flatMap((result) => [
      ...wrong(result.reportedPaid, (id) => paid.has(id), 'was reported paid and is not'),
      ...wrong(result.reportedCancelled, (id) => cancelled.has(id), 'was reported cancelled'),
    ]),
  ]
}
