import type { Order } from '#shop/orders/order.ts'
import { audit } from './audit.ts'
import { insist, isPaid, openPayment, placeOrder, reportPayment } from './buyer-steps.ts'
import { confirmCard, intentOf, spoilEvents } from './card-steps.ts'
import type { Random } from './random.ts'
import type { Part } from './scenario.ts'
import { BUYERS, TOOLS } from './seed.ts'
import { type ProofShop, withShop } from './shop.ts'
import { heal } from './wait-until-consistent.ts'
import { inParallel } from './waiting.ts'

const FAULTS = [
  'webhook_lost',
  'webhook_doubled',
  'webhook_shuffled',
  'webhook_late',
  'webhook_forged',
  'webhook_wrong_amount',
] as const
const BATCH = 50
const SPOILED_OF_A_KIND = 5
const AT_ONCE = 16

type End = 'reported' | 'vanished' | 'declined' | 'only opened' | 'never opened'

// Most orders are paid, and half of those buyers never tell the shop.
const ENDS: End[] = [
  ...(['reported', 'reported', 'reported', 'reported'] as const),
  ...(['vanished', 'vanished', 'vanished', 'vanished'] as const),
  ...(['declined', 'only opened', 'never opened'] as const),
]

/** The provider's messages go wrong in every way; the shop still knows who has paid. */
export const webhooksGoneWrong: Part = {
  name: 'Webhooks lost, doubled, shuffled, late, forged',
  run: ({ grounds, random, isShort }) =>
    withShop(grounds, async (shop) => {
      const tries = isShort ? 100 : 2000
      const orders: PlannedOrder[] = []
      let spoiled = 0
      for (let done = 0; done < tries; done += BATCH) {
        spoiled += await spoilSome(shop, random)
        const numbers = Array.from({ length: BATCH }, (_, index) => done + index)
        orders.push(...(await inParallel(AT_ONCE, numbers, (n) => carryOut(shop, n, random))))
      }
      const withMoney = new Set(orders.filter(hasMoney).map(({ id }) => id))
      const isKnown = (order: Order) => !withMoney.has(order._id) || isPaid(order)
      const unhealed = await heal(shop, isKnown)
      const deviations = await audit(shop, async (pool) => {
        const { rows } = await pool.query<{ id: string }>(
          'select id from purchase where transaction_id is not null',
        )
        const paid = new Set(rows.map(({ id }) => id))
        const wrong = orders.filter((order) => paid.has(order.id) !== hasMoney(order))
        return wrong.map(
          ({ id, end }) => `order ${id}, ${end}, is ${paid.has(id) ? '' : 'not '}paid`,
        )
      })
      return {
        tries,
        counted: `${withMoney.size} orders paid, ${tries - withMoney.size} not, ${spoiled} events spoiled`,
        deviations: [...orders.flatMap(({ refused }) => refused ?? []), ...unhealed, ...deviations],
      }
    }),
}

type PlannedOrder = { id: string; end: End; refused?: string }

function hasMoney({ end }: PlannedOrder): boolean {
  return end === 'reported' || end === 'vanished'
}

/** Three in five events of the next batch will go wrong, of each kind as many; answers how many. */
async function spoilSome(shop: ProofShop, random: Random): Promise<number> {
  for (const kind of random.shuffle(FAULTS)) await spoilEvents(shop, kind, SPOILED_OF_A_KIND)
  return FAULTS.length * SPOILED_OF_A_KIND
}

async function carryOut(shop: ProofShop, number: number, all: Random): Promise<PlannedOrder> {
  const random = all.fork(number)
  const buyer = 1 + (number % BUYERS)
  const end = random.pick(ENDS)
  const wanted = {
    tool: random.pick(TOOLS),
    quantity: random.integer(1, 5),
    key: `order ${number}`,
  }
  const placed = await insist(() => placeOrder(shop, buyer, wanted))
  const order = { id: placed.body._id, end }
  if (placed.status !== 200) return { ...order, refused: `order ${number}: ${placed.status}` }
  if (end === 'never opened') return order
  const { body: payable } = await insist(() => openPayment(shop, buyer, order.id))
  if (end === 'only opened') return order
  const card = end === 'declined' ? 'pm_card_chargeDeclined' : 'pm_card_visa'
  const { status } = await insist(() => confirmCard(shop, payable, card))
  if (status !== (end === 'declined' ? 402 : 200)) {
    return { ...order, refused: `the card of order ${order.id}: ${status}` }
  }
  if (end !== 'reported') return order
  const intent = intentOf(payable.clientSecret)
  const reported = await insist(() => reportPayment(shop, buyer, order.id, intent))
  return reported.status === 200
    ? order
    : { ...order, refused: `the report of order ${order.id}: ${reported.status}` }
}
