import { createRandom, type Random } from '#prove/random.ts'
import { payFor } from '#server/testing/orders.ts'
import type { Person } from '#server/testing/users.ts'
import type { Order } from '#shop/orders/order.ts'
import type { DemoBuyer } from './demo-customers.ts'
import { planReturn, planShipments } from './demo-shipments.ts'
import { DAY_MS, HOUR_MS, refundOrder, type Timeline } from './timeline.ts'

const ORDERS = 120
/** The newest orders, each of which stops at another step. */
const NEWEST = 14

export type SoldTool = { id: string; sku: string; minQuantity: number; unitPriceCents: number }

/** The tools that sell: those with stock for several orders. */
export function findSoldTools({ shop }: Timeline): Promise<SoldTool[]> {
  return shop.db
    .selectFrom('product')
    .select(['id', 'sku', 'minQuantity', 'unitPriceCents'])
    .where('quantity', '>', 400)
    .orderBy('sku')
    .execute()
}

/** Plans the orders of all days, so that every state has some at the end. */
export function planOrders(
  timeline: Timeline,
  { owner, buyers, tools }: { owner: Person; buyers: DemoBuyer[]; tools: SoldTool[] },
): void {
  const days = (timeline.end - timeline.start) / DAY_MS
  for (let index = 0; index < ORDERS; index += 1) {
    const random = createRandom(`order ${index} of the demo`)
    const day = Math.floor((index * days) / ORDERS)
    // From 9 to 18 o'clock in New York.
    const at = timeline.start + day * DAY_MS + random.integer(13 * 60, 22 * 60) * 60_000
    timeline.at(at, () => order(timeline, { owner, buyers, tools, random, index, at }))
  }
}

type Planned = {
  owner: Person
  buyers: DemoBuyer[]
  tools: SoldTool[]
  random: Random
  index: number
  at: number
}

async function order(timeline: Timeline, planned: Planned): Promise<void> {
  const { owner, buyers, random, index, at } = planned
  // Members of companies, who come first, buy three times as often as others.
  const buyer = random.pick([...buyers, ...buyers.slice(0, 6), ...buyers.slice(0, 6)])
  const placed = await placeOrder(buyer, planned)
  const fromNewest = ORDERS - index
  if (index % 12 === 5 || fromNewest <= 2) {
    // Unpaid ones of the last days stay so.
    if (fromNewest > 2)
      timeline.at(at + 30 * HOUR_MS, async () => {
        await buyer.caller.call('DELETE', `/orders/${placed._id}`)
      })
    return
  }
  timeline.at(at + random.integer(4, 40) * 60_000, async () => {
    const lines = placed.lines.map(({ _id }) => _id)
    await payFor(timeline.shop, buyer.caller, lines)
  })
  if (index % 17 === 3)
    timeline.at(at + HOUR_MS, async () => {
      const text = random.pick(notes)
      await owner.call('POST', `/orders/${placed._id}/notes`, { text })
    })
  const packAt = at + random.integer(18, 30) * HOUR_MS
  if (index % 40 === 9) return timeline.at(packAt, () => refundFirstLine(timeline, owner, placed))
  // Of the newest, every fourth is still to be packed, packed, or on its way.
  const last = fromNewest > NEWEST ? 'delivered' : steps[index % steps.length]
  planShipments(timeline, owner, placed, {
    random,
    packAt,
    last,
    inTwo: index % 25 === 7,
    onDelivery: (deliveredAt) => {
      if (index % 45 === 33 || fromNewest === NEWEST + 3)
        planReturn(timeline, { owner, buyer: buyer.caller, placed, deliveredAt })
    },
  })
}

const steps = ['to-pack', 'packed', 'shipped', 'delivered'] as const

async function placeOrder(
  { name, address, caller }: DemoBuyer,
  { random, tools }: Planned,
): Promise<Order> {
  const lines = random
    .shuffle(tools)
    .slice(0, random.integer(1, 5))
    .map(({ id, minQuantity, unitPriceCents }) => {
      const affordable = Math.floor(120_000 / (unitPriceCents * minQuantity))
      const packs = random.integer(1, Math.min(6, Math.max(1, affordable)))
      return { productId: id, quantity: minQuantity * packs }
    })
  const shippingAddress = { name, ...address, country: 'United States' }
  const poNumber = random.chance(0.5) ? `PO-${random.integer(4000, 9000)}` : ''
  const asked = { lines, name, address: address.street, shippingAddress, poNumber }
  return (await caller.call('POST', '/orders', asked)).body
}

async function refundFirstLine(timeline: Timeline, owner: Person, placed: Order): Promise<void> {
  const [line] = placed.lines
  if (!line) return
  const { _id, quantity } = line
  const lines = [{ _id, quantity, unshipped: quantity }]
  const asked = { lines, reason: 'Ordered twice', restock: true }
  await refundOrder(timeline, owner, placed, asked)
}

const notes = [
  'Call before delivery: the gate is locked after 4 pm.',
  'Wants one pallet, not loose boxes.',
  'Asked for the price of 500 pieces next quarter.',
]
