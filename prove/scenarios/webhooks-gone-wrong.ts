import { audit } from '#prove/audit.ts'
import { isPaid, openPayment, placeOrder, reportPayment, retry } from '#prove/buyer-actions.ts'
import { confirmCard, intentOf, spoilEvents } from '#prove/card-actions.ts'
import type { Random } from '#prove/random.ts'
import type { Scenario } from '#prove/scenario.ts'
import { BUYERS, PRODUCTS } from '#prove/seed.ts'
import { type ProofShop, withShop } from '#prove/shop.ts'
import { waitUntilConsistent } from '#prove/wait-until-consistent.ts'
import { inParallel } from '#prove/waiting.ts'
import type { OrderLine } from '#shop/orders/order.ts'

const FAULTS = [
  'webhook_lost',
  'webhook_doubled',
  'webhook_shuffled',
  'webhook_late',
  'webhook_forged',
  'webhook_wrong_amount',
] as const
const BATCH = 50
const FAULTS_PER_KIND = 5
const CONCURRENCY = 16

type Outcome = 'reported' | 'vanished' | 'declined' | 'only opened' | 'never opened'

// Most orders are paid; half of those buyers never report the payment.
const OUTCOMES: Outcome[] = [
  ...(['reported', 'reported', 'reported', 'reported'] as const),
  ...(['vanished', 'vanished', 'vanished', 'vanished'] as const),
  ...(['declined', 'only opened', 'never opened'] as const),
]

/** Injects every webhook fault; exactly the charged orders must end as paid. */
export const webhooksGoneWrong: Scenario = {
  name: 'Webhooks lost, doubled, shuffled, late, forged',
  run: ({ environments, random, isShort }) =>
    withShop(environments, async (shop) => {
      const tries = isShort ? 4 * BATCH : 2000
      const orders: PlannedOrder[] = []
      let spoiled = 0
      for (let tried = 0; tried < tries; tried += BATCH) {
        spoiled += await injectFaults(shop, random)
        const numbers = Array.from({ length: BATCH }, (_, index) => tried + index)
        orders.push(...(await inParallel(CONCURRENCY, numbers, (n) => placeAndPay(shop, n, random))))
      }
      const charged = new Set(orders.filter(isCharged).map(({ id }) => id))
      const isSettled = (order: OrderLine) => !charged.has(order._id) || isPaid(order)
      const inconsistent = await waitUntilConsistent(shop, isSettled)
      const deviations = await audit(shop, async (pool) => {
        const { rows } = await pool.query<{ id: string }>(
          'select id from order_line where payment_id is not null',
        )
        const paid = new Set(rows.map(({ id }) => id))
        const wrong = orders.filter((order) => paid.has(order.id) !== isCharged(order))
        return wrong.map(({ id, outcome }) => `order ${id}, ${outcome}, is ${paid.has(id) ? '' : 'not '}paid`)
      })
      return {
        tries,
        counted: `${charged.size} orders paid, ${tries - charged.size} not, ${spoiled} faulty events`,
        deviations: [...orders.flatMap(({ refused }) => refused ?? []), ...inconsistent, ...deviations],
      }
    }),
}

type PlannedOrder = { id: string; outcome: Outcome; refused?: string }

function isCharged({ outcome }: PlannedOrder): boolean {
  return outcome === 'reported' || outcome === 'vanished'
}

/** Injects equally many faults of each kind into the next batch's events. Returns their number. */
async function injectFaults(shop: ProofShop, random: Random): Promise<number> {
  for (const kind of random.shuffle(FAULTS)) await spoilEvents(shop, kind, FAULTS_PER_KIND)
  return FAULTS.length * FAULTS_PER_KIND
}

async function placeAndPay(shop: ProofShop, number: number, all: Random): Promise<PlannedOrder> {
  const random = all.fork(number)
  const buyer = 1 + (number % BUYERS)
  const outcome = random.pick(OUTCOMES)
  const newOrder = {
    product: random.pick(PRODUCTS),
    quantity: random.integer(1, 5),
    key: `order ${number}`,
  }
  const placed = await retry(() => placeOrder(shop, buyer, newOrder))
  const order = { id: placed.body._id, outcome }
  if (placed.status !== 200) return { ...order, refused: `order ${number}: ${placed.status}` }
  if (outcome === 'never opened') return order
  const { body: payable } = await retry(() => openPayment(shop, buyer, order.id))
  if (outcome === 'only opened') return order
  const card = outcome === 'declined' ? 'pm_card_chargeDeclined' : 'pm_card_visa'
  const { status } = await retry(() => confirmCard(shop, payable, card))
  if (status !== (outcome === 'declined' ? 402 : 200)) {
    return { ...order, refused: `the card of order ${order.id}: ${status}` }
  }
  if (outcome !== 'reported') return order
  const intent = intentOf(payable.clientSecret)
  const reported = await retry(() => reportPayment(shop, buyer, order.id, intent))
  return reported.status === 200
    ? order
    : { ...order, refused: `the report of order ${order.id}: ${reported.status}` }
}
