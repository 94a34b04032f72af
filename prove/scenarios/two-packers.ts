import { audit } from '#prove/audit.ts'
import type { Random } from '#prove/random.ts'
import type { Scenario } from '#prove/scenario.ts'
import { PACKERS } from '#prove/seed.ts'
import { type Acknowledged, compareAcknowledged, nothingYet } from '#prove/shipping/acknowledged.ts'
import { buyOrder } from '#prove/shipping/paid-orders.ts'
import {
  moveShipment,
  packShipment,
  readPackingOrder,
  startPacking,
} from '#prove/shipping/shipping-actions.ts'
import { type ProofShop, type Reply, withShop } from '#prove/shop.ts'
import { inParallel } from '#prove/waiting.ts'

const CONCURRENCY = 12
const CLICKED_TWICE = 0.3

type Work = {
  acknowledged: Acknowledged
  /** The orders that a packer was given. */
  given: string[]
  again: number
  deviations: string[]
}

/**
 * Two packers take the next order again and again, pack all of it and ship it, often with two clicks. Each
 * order is given to one of them and shipped once.
 */
export const twoPackers: Scenario = {
  name: 'Two packers and 200 parcels',
  run: ({ environments, random, isShort }) =>
    withShop(environments, async (shop) => {
      const tries = isShort ? 60 : 200
      const numbers = Array.from({ length: tries }, (_, index) => index + 1)
      const orders = await inParallel(CONCURRENCY, numbers, (number) => {
        const own = random.fork(number)
        const order = { key: 'parcel', lines: own.integer(1, 4), pieces: 5 }
        return buyOrder(shop, number, order, own)
      })
      const work: Work = { acknowledged: nothingYet(), given: [], again: 0, deviations: [] }
      await Promise.all(
        PACKERS.map((packer) => packAll(shop, work, packer, random.fork(`packer ${packer}`))),
      )
      const given = new Set(work.given)
      const deviations = await audit(shop, async (pool) => {
        const { rows } = await pool.query<{ id: string; shipments: number }>(
          `select orders.id, count(shipment.id)::integer as shipments from orders
           left join shipment on order_id = orders.id and status = 'shipped'
           group by orders.id having count(shipment.id) <> 1`,
        )
        return [
          ...rows.map(({ id, shipments }) => `order ${id} has ${shipments} shipped parcels`),
          ...(await compareAcknowledged(pool, work.acknowledged)),
        ]
      })
      const shipped = work.acknowledged.shipments.filter(({ status }) => status === 'shipped')
      return {
        tries,
        counted: `${shipped.length} parcels shipped, ${work.again} second clicks`,
        deviations: [
          ...work.deviations,
          ...orders.filter(({ _id }) => !given.has(_id)).map(({ _id }) => `${_id} was not given`),
          ...(work.given.length === given.size ? [] : ['an order was given to both packers']),
          ...deviations,
        ],
      }
    }),
}

async function packAll(shop: ProofShop, work: Work, packer: number, random: Random) {
  for (;;) {
    const [begun, ...more] = await click(work, random, () => startPacking(shop, packer))
    if (begun?.status === 409) return
    if (begun?.status !== 200) throw new Error(`Starting to pack returned ${begun?.status}`)
    const shipment = begun.body
    work.given.push(shipment.orderId)
    // A second click gets the same shipment.
    for (const { body } of more) {
      if (body._id !== shipment._id) work.deviations.push(`${packer} was given ${body._id} too`)
    }
    const { lines } = await readPackingOrder(shop, packer, shipment.orderId)
    const pieces = lines.map(({ _id, open }) => ({ _id, quantity: open }))
    const packed = once(
      work,
      await click(work, random, () => packShipment(shop, packer, shipment, pieces)),
    )
    if (!packed) return
    const shipped = once(
      work,
      await click(work, random, () => moveShipment(shop, packer, packed, 'ship')),
    )
    if (!shipped) return
    work.acknowledged.shipments.push(packed, shipped)
  }
}

/** Sends a request once, or twice at once. */
function click<Body>(work: Work, random: Random, send: () => Promise<Reply<Body>>) {
  const isTwice = random.chance(CLICKED_TWICE)
  if (isTwice) work.again += 1
  return Promise.all(isTwice ? [send(), send()] : [send()])
}

/** Returns the body of the one answer that was not refused. */
function once<Body>(work: Work, replies: Reply<Body>[]): Body | undefined {
  const accepted = replies.filter(({ status }) => status === 200)
  const refused = replies.filter(({ status }) => status === 409)
  if (accepted.length !== 1 || refused.length !== replies.length - 1) {
    const statuses = replies.map(({ status }) => status)
    work.deviations.push(`a step was answered with ${statuses.join(' and ')}`)
  }
  return accepted[0]?.body
}
