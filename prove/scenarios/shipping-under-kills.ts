import { setTimeout } from 'node:timers/promises'
import { audit } from '#prove/audit.ts'
import { isPaid } from '#prove/buyer-actions.ts'
import { spoil, spoilEvents, spoilRefunds } from '#prove/card-actions.ts'
import type { Random } from '#prove/random.ts'
import type { Scenario } from '#prove/scenario.ts'
import { PACKERS } from '#prove/seed.ts'
import { compareAcknowledged } from '#prove/shipping/acknowledged.ts'
import { buyOrder } from '#prove/shipping/paid-orders.ts'
import { newWalk, stepOfBuyer, stepOfPacker, type Walk } from '#prove/shipping/walk.ts'
import { type ProofShop, withShop } from '#prove/shop.ts'
import { waitForPayments } from '#prove/wait-for-payments.ts'
import { waitUntilConsistent } from '#prove/wait-until-consistent.ts'
import { inParallel } from '#prove/waiting.ts'

const BATCH = 100
const ORDERS_OF_BATCH = 5
/** Orders of an earlier batch are still worked on. */
const WORKED_ON = 8
const SPOILED_EVENTS = ['webhook_lost', 'webhook_doubled', 'webhook_late'] as const
/** A refund to the second is pending at first, and one to the third is returned. */
const CARDS = ['pm_card_visa', 'pm_card_pendingRefund', 'pm_card_refundFail'] as const

/**
 * Two packers and the buyers pack, ship, cancel, refund and return pieces of the same orders at once, while
 * events are lost, doubled and late, refunds fail, and the shop is killed. What was acknowledged stays, and
 * no piece goes two ways.
 */
export const shippingUnderKills: Scenario = {
  name: 'Parcels, returns and refunds under kill -9',
  run: ({ environments, random, isShort }) =>
    withShop(environments, async (shop) => {
      const tries = isShort ? 200 : 2000
      const walk = newWalk(shop)
      for (let tried = 0; tried < tries; tried += BATCH) {
        await injectFaults(shop)
        const bought = await buyOrders(shop, tried, random.fork(`orders ${tried}`))
        walk.orders = [...walk.orders, ...bought].slice(-WORKED_ON)
        const steps = Array.from({ length: Math.min(BATCH, tries - tried) }, (_, n) => tried + n)
        await walkAndKill(walk, steps, random.fork(`walk ${tried}`))
      }
      const inconsistent = await waitUntilConsistent(shop, isPaid)
      const unfinished = await waitForPayments(shop, isPaid)
      const deviations = await audit(shop, (pool) => compareAcknowledged(pool, walk.acknowledged))
      const { shipments, returns, refunds } = walk.acknowledged
      return {
        tries,
        counted: `${shipments.length} steps of parcels, ${returns.length} of returns and ${refunds.length} refunds acknowledged, ${walk.refused} refused, ${walk.unanswered} without an answer, ${Math.ceil(tries / BATCH)} kills`,
        deviations: [...walk.unexpected, ...inconsistent, ...unfinished, ...deviations],
      }
    }),
}

async function injectFaults(shop: ProofShop): Promise<void> {
  for (const kind of SPOILED_EVENTS) {
    await spoilEvents(shop, kind, 1)
    await spoil(shop, kind, 1, 'charge.refunded')
  }
  await spoilRefunds(shop, 1)
}

function buyOrders(shop: ProofShop, first: number, random: Random) {
  const numbers = Array.from({ length: ORDERS_OF_BATCH }, (_, index) => index + 1)
  return inParallel(ORDERS_OF_BATCH, numbers, (buyer) => {
    const own = random.fork(buyer)
    const order = { key: `order ${first}`, lines: 3, pieces: 8, card: own.pick(CARDS) }
    return buyOrder(shop, buyer, order, own)
  })
}

/** Runs these steps with three actors, and kills the shop in the middle of one. */
async function walkAndKill(walk: Walk, steps: number[], random: Random): Promise<void> {
  const { shop } = walk
  const queue = steps.values()
  const actor = async (name: string, take: (step: number, random: Random) => Promise<void>) => {
    for (const step of queue) await take(step, random.fork(`${name} ${step}`))
  }
  const walking = Promise.all([
    ...PACKERS.map((user) =>
      actor(`packer ${user}`, (step, random) => stepOfPacker(walk, { user, random, step })),
    ),
    actor('buyer', (step, random) => stepOfBuyer(walk, { random, step })),
  ])
  await setTimeout(random.integer(0, 400))
  const kind = random.pick(['shipping', 'shipping', 'refund'] as const)
  await Promise.race([shop.nextSent(kind), walking])
  // A random moment between the request's arrival and its response.
  await setTimeout(random.integer(0, 15))
  await shop.kill()
  await shop.start()
  await walking
}
