import type pg from 'pg'
import { insist, openPayment, placeOrder, reportPayment, type Wanted } from './buyer-steps.ts'
import { confirmCard, intentOf } from './card-steps.ts'
import type { Random } from './random.ts'
import { TOOLS } from './seed.ts'
import type { Answer, ProofShop } from './shop.ts'
import { inParallel, until } from './waiting.ts'

type Purchase = { buyer: number; wanted: Wanted; orderId: string }

/** What the shop acknowledged to its buyers. */
export type Trade = {
  ordered: Purchase[]
  /** How many payments the shop has confirmed to their buyers. */
  paid: number
  deviations: string[]
}

/** A trade under way. */
export type RunningTrade = Trade & {
  /** Waits until so many more orders are acknowledged. */
  more: (orders: number) => Promise<void>
  /** Lets every buyer come to the end of the purchase under way. */
  finish: () => Promise<void>
}

const BUYERS_AT_ONCE = 16
const TRADE_LIMIT_MS = 60_000
// Their browser dies after the card was charged: the shop has to find out by itself.
const VANISHING = 0.2

/**
 * Buyers order and pay, one tool after the other, until told to finish. A step without an answer is
 * repeated with the same Idempotency-Key until it has one.
 */
export function startTrade(shop: ProofShop, random: Random): RunningTrade {
  const trade: Trade = { ordered: [], paid: 0, deviations: [] }
  let isOver = false
  const buy = async (buyer: number) => {
    const own = random.fork(buyer)
    for (let number = 1; !isOver; number++) {
      const wanted = { tool: own.pick(TOOLS), quantity: own.integer(1, 5), key: `buy ${number}` }
      const refused = await purchase(shop, trade, buyer, wanted, own.chance(VANISHING))
      if (refused) trade.deviations.push(`buyer ${buyer}, ${wanted.key}: ${refused}`)
    }
  }
  const buyers = Array.from({ length: BUYERS_AT_ONCE }, (_, index) => index + 1)
  const ending = Promise.all(buyers.map(buy))
  return Object.assign(trade, {
    more: async (orders: number) => {
      const enough = trade.ordered.length + orders
      const isThere = async () => trade.ordered.length >= enough
      // A buyer who can't go on ends the waiting at once.
      await Promise.race([ending, until(`there are ${enough} orders`, TRADE_LIMIT_MS, isThere)])
    },
    finish: async () => {
      isOver = true
      await ending
    },
  })
}

/** One purchase to its end; says what was answered where it must not be refused. */
async function purchase(
  shop: ProofShop,
  trade: Trade,
  buyer: number,
  wanted: Wanted,
  vanishes: boolean,
): Promise<string | undefined> {
  const order = await insist(() => placeOrder(shop, buyer, wanted))
  if (order.status !== 200) return told('the order', order)
  const orderId = order.body._id
  trade.ordered.push({ buyer, wanted, orderId })
  const payment = await insist(() => openPayment(shop, buyer, orderId))
  if (payment.status !== 200) return told('the payment page', payment)
  const confirmed = await insist(() => confirmCard(shop, payment.body))
  if (confirmed.status !== 200) return told('the card', confirmed)
  if (vanishes) return
  const intent = intentOf(payment.body.clientSecret)
  const reported = await insist(() => reportPayment(shop, buyer, orderId, intent))
  if (reported.status !== 200) return told('the report', reported)
  trade.paid += 1
}

function told(what: string, { status, body }: Answer<unknown>): string {
  return `${what} was answered with ${status} ${JSON.stringify(body)}`
}

/** Sends every acknowledged order once more: its key must give the same order. */
export async function orderAllAgain(shop: ProofShop, { ordered }: Trade): Promise<string[]> {
  const again = await inParallel(BUYERS_AT_ONCE, ordered, async ({ buyer, wanted, orderId }) => {
    const { body } = await insist(() => placeOrder(shop, buyer, wanted))
    return body._id === orderId ? [] : [`${orderId} ordered again with its key is ${body._id}`]
  })
  return again.flat()
}

/** The orders in the database are exactly those acknowledged: none lost, none twice, all paid. */
export async function compareOrders(pool: pg.Pool, { ordered }: Trade): Promise<string[]> {
  const { rows } = await pool.query<{ id: string; paid: boolean }>(
    `select id, status = 'paid' as paid from purchase`,
  )
  const stored = new Set(rows.map(({ id }) => id))
  const acknowledged = new Set(ordered.map(({ orderId }) => orderId))
  return [
    ...[...acknowledged].filter((id) => !stored.has(id)).map((id) => `order ${id} is lost`),
    ...[...stored].filter((id) => !acknowledged.has(id)).map((id) => `order ${id} is a double`),
    ...rows.filter(({ paid }) => !paid).map(({ id }) => `order ${id} was paid and is not`),
  ]
}
