import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { audit } from '#prove/audit.ts'
import { isPaid } from '#prove/buyer-actions.ts'
import { spoil, spoilRefunds } from '#prove/card-actions.ts'
import type { Random } from '#prove/random.ts'
import type { Scenario } from '#prove/scenario.ts'
import { PACKERS } from '#prove/seed.ts'
import { type Acknowledged, compareAcknowledged, nothingYet } from '#prove/shipping/acknowledged.ts'
import { buyOrder, type PaidOrder } from '#prove/shipping/paid-orders.ts'
import {
  moveShipment,
  packShipment,
  readPackingOrder,
  refund,
  repeatRefund,
  startPacking,
  type Wanted,
} from '#prove/shipping/shipping-actions.ts'
import { wantedOf } from '#prove/shipping/walk.ts'
import { type ProofShop, type Reply, withShop } from '#prove/shop.ts'
import { undecidedRefunds, waitForPayments } from '#prove/wait-for-payments.ts'
import { waitUntilConsistent } from '#prove/wait-until-consistent.ts'
import { inParallel } from '#prove/waiting.ts'
import type { MadeRefund } from '#shop/refunds/refund-json.server.ts'

const BATCH = 100
const ORDERS_OF_BATCH = 12
const CONCURRENCY = 12
const [ADMIN] = PACKERS
/** A refund to the second is pending at first, and one to the third is returned. */
const CARDS = ['pm_card_visa', 'pm_card_pendingRefund', 'pm_card_refundFail'] as const
const FAULTS = ['rate_limited', 'server_error'] as const
/** They take ten seconds each. */
const HANGING = ['timeout_before', 'timeout_after'] as const
const SPOILED_EVENTS = ['webhook_lost', 'webhook_doubled', 'webhook_late'] as const
const WAYS = ['once', 'twice, with the same key', 'twice, with different keys'] as const

type Work = { acknowledged: Acknowledged; refused: number; doubled: number; unexpected: string[] }

/**
 * Refunds the same orders many times at once, often twice, while the provider answers late or not at all and
 * refunds are pending and fail. Those that failed are made again. No payment returns more than
 * it captured.
 */
export const refundsGoneWrong: Scenario = {
  name: '2,000 refunds doubled, late or failing',
  run: ({ environments, random, isShort }) =>
    withShop(environments, async (shop) => {
      const tries = isShort ? 200 : 2000
      // Refunds fail and calls hang in the full form only, because both take long.
      const cards = isShort ? CARDS.slice(0, 2) : CARDS
      const work: Work = { acknowledged: nothingYet(), refused: 0, doubled: 0, unexpected: [] }
      const orders: PaidOrder[] = []
      for (let tried = 0; tried < tries; tried += BATCH) {
        const size = Math.min(BATCH, tries - tried)
        const bought = await buyOrders(shop, tried, cards, random.fork(`orders ${tried}`))
        orders.push(...bought)
        await injectFaults(shop, isShort)
        const numbers = Array.from({ length: size }, (_, index) => tried + index)
        await inParallel(CONCURRENCY, numbers, (n) =>
          refundOrder(shop, work, random.fork(n).pick(bought), n, random.fork(`refund ${n}`)),
        )
      }
      const repeated = isShort ? 0 : await repeatFailed(shop, work)
      const unfinished = await waitForPayments(shop, isPaid)
      const deviations = await audit(shop, (pool) => compareAcknowledged(pool, work.acknowledged))
      const made = new Set(work.acknowledged.refunds.map(({ refund }) => refund._id))
      return {
        tries,
        counted: `${made.size} refunds of ${orders.length} payments, ${work.doubled} requests doubled, ${work.refused} refused, ${repeated} failed and made again`,
        deviations: [...work.unexpected, ...unfinished, ...deviations],
      }
    }),
}

async function injectFaults(shop: ProofShop, isShort: boolean): Promise<void> {
  for (const kind of FAULTS) await spoil(shop, kind, 1, 'refunds.create')
  for (const kind of SPOILED_EVENTS) await spoil(shop, kind, 2, 'charge.refunded')
  if (isShort) return
  for (const kind of HANGING) await spoil(shop, kind, 1, 'refunds.create')
  await spoilRefunds(shop, 4)
}

/** Buys orders, of which every other one is partly shipped. */
async function buyOrders(
  shop: ProofShop,
  first: number,
  cards: readonly string[],
  random: Random,
): Promise<PaidOrder[]> {
  const numbers = Array.from({ length: ORDERS_OF_BATCH }, (_, index) => index + 1)
  const orders = await inParallel(CONCURRENCY, numbers, (buyer) => {
    const own = random.fork(buyer)
    const order = { key: `order ${first}`, lines: 2, pieces: 6, card: own.pick(cards) }
    return buyOrder(shop, buyer, order, own)
  })
  for (const order of orders.filter((_, index) => index % 2 === 0)) await shipPart(shop, order)
  return orders
}

/** Ships one piece of each line. */
async function shipPart(shop: ProofShop, { _id: order }: PaidOrder): Promise<void> {
  const begun = await startPacking(shop, ADMIN, { order })
  const { lines } = await readPackingOrder(shop, ADMIN, order)
  const pieces = lines.map(({ _id }) => ({ _id, quantity: 1 }))
  const packed = await packShipment(shop, ADMIN, begun.body, pieces)
  const { status } = await moveShipment(shop, ADMIN, packed.body, 'ship')
  if (status !== 200) throw new Error(`Shipping a part of ${order} returned ${status}`)
}

async function refundOrder(
  shop: ProofShop,
  work: Work,
  order: PaidOrder,
  number: number,
  random: Random,
): Promise<void> {
  const request = wantedOf(random, order)
  const way = random.pick(WAYS)
  const send = (key: string) => refund(shop, ADMIN, order.paymentId, request, `${number} ${key}`)
  if (way !== 'once') work.doubled += 1
  const keys = { once: ['a'], [WAYS[1]]: ['a', 'a'], [WAYS[2]]: ['a', 'b'] }[way]
  const replies = await Promise.all(keys.map(send))
  const made = replies.flatMap((reply) => note(work, request, reply) ?? [])
  const ids = new Set(made.map(({ _id }) => _id))
  if (way === WAYS[1] && ids.size > 1) work.unexpected.push(`one key made the refunds ${[...ids]}`)
}

function note(work: Work, request: Wanted, { status, body }: Reply<MadeRefund>) {
  if (status === 200) {
    work.acknowledged.refunds.push({ refund: body, wanted: request })
    return body
  }
  if (status === 409) work.refused += 1
  else work.unexpected.push(`a refund was answered with ${status} ${JSON.stringify(body)}`)
  return undefined
}

const MAX_ROUNDS = 40

/** Waits until refunds are decided, then repeats those that failed, each by two admins at once. Returns their number. */
async function repeatFailed(shop: ProofShop, work: Work): Promise<number> {
  for (let round = 0; await isUndecided(shop); round++) {
    // Those that fail later would not be made again below.
    if (round === MAX_ROUNDS) throw new Error('The refunds come to no end')
    await waitUntilConsistent(shop, isPaid)
    // The reconciler's round outlasts the delivery of events.
    await setTimeout(3_000)
  }
  const failed = await shop.environment.query(async (pool) => {
    // The cards work again.
    await pool.query(`delete from card_simulator.fault;
      update card_simulator.object set behaviour = 'succeeds'
        where type = 'payment_method' and behaviour = 'refund_fails'`)
    return failedRefunds(pool)
  })
  await shop.start()
  for (const { id, paymentId } of failed) {
    const replies = await Promise.all(PACKERS.map((admin) => repeatRefund(shop, admin, paymentId, id)))
    const statuses = replies.map(({ status }) => status).sort()
    if (statuses.join() !== '200,409')
      work.unexpected.push(`refund ${id} was made again by two admins: ${statuses}`)
  }
  return failed.length
}

/** Stops the shop, and returns whether a refund is undecided. Its next check is then due, and the banks decide at once. */
async function isUndecided(shop: ProofShop): Promise<boolean> {
  await shop.stop()
  return shop.environment.query(async (pool) => {
    const { rows } = await pool.query<{ undecided: boolean }>(
      `select exists (${undecidedRefunds}) as undecided`,
    )
    await pool.query(`update refund set check_at = now() where check_at is not null;
      update card_simulator.object set settles_at = now()
        where type = 'refund' and settles_at is not null`)
    return rows[0]?.undecided ?? false
  })
}

/** The refunds that failed and are owed. */
async function failedRefunds(pool: pg.Pool) {
  const { rows } = await pool.query<{ id: string; paymentId: string }>(
    `select id, payment_id as "paymentId" from refund
     where is_owed order by id`,
  )
  return rows
}
