import type pg from 'pg'
import { type NewOrder, openPayment, placeOrder, reportPayment, retry } from './buyer-actions.ts'
import { confirmCard, intentOf } from './card-actions.ts'
import type { Random } from './random.ts'
import { PRODUCTS } from './seed.ts'
import type { ProofShop, Reply } from './shop.ts'
import { inParallel, until } from './waiting.ts'

export type PlacedLine = {
  buyer: number
  order: NewOrder
  orderId: string
  /** The number of the order whose line it is. */
  orderNumber: string
  /** When its first request was sent, in milliseconds of `performance.now()`. */
  begunAt: number
}

/** The changes that the shop acknowledged to buyers. */
export type Workload = {
  ordered: PlacedLine[]
  /** The ids of the orders whose payments were acknowledged. */
  paid: string[]
  deviations: string[]
}

export type RunningWorkload = Workload & {
  /** Waits until this many more orders are acknowledged. */
  more: (orders: number) => Promise<void>
  /** Stops the buyers after their current order. */
  finish: () => Promise<void>
  /** Stops the buyers at once, in the middle of their orders, because the shop is lost. */
  abandon: () => Promise<void>
}

const CONCURRENT_BUYERS = 16
const ORDER_LIMIT_MS = 180_000
// The share of buyers whose browser closes after the charge, before it reports the payment.
const VANISHING = 0.2

/**
 * Starts buyers that order and pay until `finish`. A request without a response is repeated with the
 * same Idempotency-Key.
 */
export function startWorkload(shop: ProofShop, random: Random): RunningWorkload {
  const workload: Workload = { ordered: [], paid: [], deviations: [] }
  let isOver = false
  let isAbandoned = false
  const sending: ProofShop = {
    ...shop,
    send: async (kind, path, request) => {
      if (isAbandoned) throw new Error('The shop is lost')
      return shop.send(kind, path, request)
    },
  }
  const buy = async (buyer: number) => {
    const own = random.fork(buyer)
    for (let number = 1; !isOver; number++) {
      const order = {
        product: own.pick(PRODUCTS),
        quantity: own.integer(1, 5),
        key: `buy ${number}`,
      }
      const failure = await orderAndPay(sending, workload, buyer, order, own.chance(VANISHING))
      if (failure) workload.deviations.push(`buyer ${buyer}, ${order.key}: ${failure}`)
    }
  }
  const buyers = Array.from({ length: CONCURRENT_BUYERS }, (_, index) => index + 1)
  const stopBuying = (error: unknown) => {
    if (!isAbandoned) throw error
  }
  const ending = Promise.all(buyers.map((buyer) => buy(buyer).catch(stopBuying)))
  return Object.assign(workload, {
    more: async (orders: number) => {
      const target = workload.ordered.length + orders
      const isReached = async () => workload.ordered.length >= target
      // A buyer that throws ends the wait at once.
      await Promise.race([ending, until(`${target} orders`, ORDER_LIMIT_MS, isReached)])
    },
    finish: async () => {
      isOver = true
      await ending
    },
    abandon: async () => {
      isOver = true
      isAbandoned = true
      await ending
    },
  })
}

/** Places and pays one order. Returns the first unexpected response, if any. */
async function orderAndPay(
  shop: ProofShop,
  workload: Workload,
  buyer: number,
  order: NewOrder,
  vanishes: boolean,
): Promise<string | undefined> {
  const begunAt = performance.now()
  const reply = await retry(() => placeOrder(shop, buyer, order))
  if (reply.status !== 200) return unexpected('the order', reply)
  const orderId = reply.body._id
  workload.ordered.push({ buyer, order, orderId, orderNumber: reply.body.orderNumber, begunAt })
  return pay(shop, workload, { buyer, orderId }, vanishes)
}

/** Pays an order. Returns the first unexpected response, if any. */
export async function pay(
  shop: ProofShop,
  workload: Workload,
  { buyer, orderId }: Pick<PlacedLine, 'buyer' | 'orderId'>,
  vanishes = false,
): Promise<string | undefined> {
  const payment = await retry(() => openPayment(shop, buyer, orderId))
  if (payment.status !== 200) return unexpected('the payment page', payment)
  const confirmed = await retry(() => confirmCard(shop, payment.body))
  if (confirmed.status !== 200) return unexpected('the card', confirmed)
  if (vanishes) return
  const intent = intentOf(payment.body.clientSecret)
  const reported = await retry(() => reportPayment(shop, buyer, orderId, intent))
  if (reported.status !== 200) return unexpected('the report', reported)
  workload.paid.push(orderId)
}

function unexpected(what: string, { status, body }: Reply<unknown>): string {
  return `${what} returned ${status} ${JSON.stringify(body)}`
}

/** Repeats every acknowledged order with its key; the response must be the same order. */
export async function orderAllAgain(
  shop: ProofShop,
  { ordered }: Pick<Workload, 'ordered'>,
): Promise<string[]> {
  const again = await inParallel(CONCURRENT_BUYERS, ordered, async ({ buyer, order, orderId }) => {
    const { body } = await retry(() => placeOrder(shop, buyer, order))
    return body._id === orderId ? [] : [`order ${orderId}, repeated with its key, is ${body._id}`]
  })
  return again.flat()
}

/** Checks that the database contains exactly the acknowledged orders, all of them paid. */
export async function compareOrders(pool: pg.Pool, { ordered }: Workload): Promise<string[]> {
  const { rows } = await pool.query<{ id: string; paid: boolean }>(
    `select id, status = 'paid' as paid from order_line`,
  )
  const stored = new Set(rows.map(({ id }) => id))
  const acknowledged = new Set(ordered.map(({ orderId }) => orderId))
  return [
    ...[...acknowledged].filter((id) => !stored.has(id)).map((id) => `order ${id} is lost`),
    ...[...stored].filter((id) => !acknowledged.has(id)).map((id) => `order ${id} is a duplicate`),
    ...rows.filter(({ paid }) => !paid).map(({ id }) => `order ${id} was charged but is not paid`),
  ]
}
