import { createRandom, type Random } from '#prove/random.ts'
import { payFor } from '#server/testing/orders.ts'
import type { Person } from '#server/testing/users.ts'
import type { Order } from '#shop/orders/order.ts'
import type { DemoBuyer } from './demo-customers.ts'
import { type LastStep, planReturn, planShipments, type ReturnStep } from './demo-shipments.ts'
import { DAY_MS, HOUR_MS, refundOrder, type Timeline } from './timeline.ts'

const ORDERS = 120

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
  for (let index = 0; index < ORDERS; index += 1) {
    const random = createRandom(`order ${index} of the demo`)
    const at = timeOf(timeline, index, random)
    timeline.at(at, () => order(timeline, { owner, buyers, tools, random, index, at }))
  }
}

/** Trade grows; the newest four come in the last hours, the others from 9 to 18 o'clock in New York. */
function timeOf({ start, end }: Timeline, index: number, random: Random): number {
  const fromNewest = ORDERS - index
  if (fromNewest <= 4) return end - (fromNewest + 0.2) * HOUR_MS
  const days = (end - start) / DAY_MS - 1.5
  const day = Math.floor(days * (index / ORDERS) ** 0.7)
  return start - (start % DAY_MS) + day * DAY_MS + random.integer(13 * 60, 22 * 60) * 60_000
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
  const returnsUntil = returnsOf(index)
  let rest = placed
  if (index % 40 === 9) {
    timeline.at(packAt, () => refundFirstLine(timeline, owner, placed))
    rest = { ...placed, lines: placed.lines.slice(1) }
  }
  planShipments(timeline, owner, rest, {
    random,
    packAt,
    last: lastStep(fromNewest),
    inTwo: index % 25 === 7 || fromNewest === 8,
    onDelivery: (deliveredAt) => {
      if (!returnsUntil) return
      planReturn(timeline, { owner, buyer: buyer.caller, placed, deliveredAt, until: returnsUntil })
    },
  })
}

/** The newest orders stop at different steps. */
function lastStep(fromNewest: number): LastStep {
  if (fromNewest <= 7) return 'to-pack'
  if (fromNewest === 8) return 'part-shipped'
  if (fromNewest <= 10) return 'packed'
  return fromNewest <= 13 ? 'shipped' : 'delivered'
}

/** Until which step pieces of an order come back; undefined for most. */
function returnsOf(index: number): ReturnStep | undefined {
  if (index === ORDERS - 15) return 'requested'
  if (index === ORDERS - 21) return 'approved'
  return index % 45 === 33 ? 'received' : undefined
}

async function placeOrder({ name, address, caller }: DemoBuyer, { random, tools }: Planned): Promise<Order> {
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
