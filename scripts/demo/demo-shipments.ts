import type { Random } from '#prove/random.ts'
import { pack } from '#server/testing/orders.ts'
import type { Person } from '#server/testing/users.ts'
import type { Order } from '#shop/orders/order.ts'
import { DAY_MS, HOUR_MS, refundOrder, type Timeline } from './timeline.ts'

/** The last step that is done for an order. */
export type LastStep = 'to-pack' | 'part-shipped' | 'packed' | 'shipped' | 'delivered'
export type ReturnStep = 'requested' | 'approved' | 'received'

type Shipping = {
  random: Random
  packAt: number
  last: LastStep
  /** Whether the first line leaves three days before the others. */
  inTwo: boolean
  onDelivery: (at: number) => void
}

/** Plans that an order is packed, shipped and delivered. */
export function planShipments(
  timeline: Timeline,
  owner: Person,
  placed: Order,
  { random, packAt, last, inTwo, onDelivery }: Shipping,
): void {
  if (last === 'to-pack' || placed.lines.length === 0) return
  const pieces = placed.lines.map(({ _id, quantity }) => ({ _id, quantity }))
  const parts = inTwo && pieces.length > 1 ? [pieces.slice(0, 1), pieces.slice(1)] : [pieces]
  const done = last === 'part-shipped' ? parts.slice(0, 1) : parts
  done.forEach((lines, part) => {
    const at = packAt + part * 3 * DAY_MS
    timeline.at(at, async () => {
      const packed = (await pack(owner, { orderId: placed._id }, lines)).body
      if (last === 'packed') return
      const path = `/shipments/${packed._id}`
      const carrier = random.pick(['UPS', 'UPS', 'Own truck'])
      const digits = random.integer(10_000_000, 99_999_999)
      const trackingNumber = carrier === 'UPS' ? `1Z999AA1${digits}` : undefined
      timeline.at(at + 4 * HOUR_MS, async () => {
        const sent = { version: packed.version, carrier, trackingNumber }
        const { version } = (await owner.call('POST', `${path}/ship`, sent)).body
        if (last !== 'delivered') return
        timeline.at(at + random.integer(50, 90) * HOUR_MS, async () => {
          await owner.call('POST', `${path}/deliver`, { version })
          onDelivery(Date.now())
        })
      })
    })
  })
}

/** Plans that a quarter of an order's first line comes back damaged, and is refunded. */
export function planReturn(
  timeline: Timeline,
  {
    owner,
    buyer,
    placed,
    deliveredAt,
    until,
  }: { owner: Person; buyer: Person; placed: Order; deliveredAt: number; until: ReturnStep },
): void {
  const [line] = placed.lines
  if (!line) return
  const quantity = Math.ceil(line.quantity / 4)
  const lines = [{ _id: line._id, quantity }]
  timeline.at(deliveredAt + 20 * HOUR_MS, async () => {
    const note = 'The chrome of these is scratched.'
    const asked = { order: placed._id, reason: 'damaged', note, lines }
    const { _id, version } = (await buyer.call('POST', '/returns', asked)).body
    const path = `/returns/${_id}`
    if (until === 'requested') return
    timeline.at(deliveredAt + 44 * HOUR_MS, async () => {
      const approved = (await owner.call('POST', `${path}/approve`, { version })).body
      if (until === 'approved') return
      timeline.at(deliveredAt + 120 * HOUR_MS, async () => {
        const came = { _id: line._id, received: quantity, restocked: 0, scrapped: quantity }
        await owner.call('POST', `${path}/receive`, { version: approved.version, lines: [came] })
        const body = { lines, return: _id, reason: 'Damaged' }
        await refundOrder(timeline, owner, placed, body)
      })
    })
  })
}
