import type { Random } from '#prove/random.ts'
import { buyOrder } from '#prove/shipping/paid-orders.ts'
import type { Pieces, Shipment } from '#prove/shipping/shipping-actions.ts'
import type { ProofShop } from '#prove/shop.ts'
import { attacks } from '#server/testing/script-attacks.ts'
import type { Return } from '#shop/returns/return-json.server.ts'
import { ADMIN, BUYER, countTexts } from './plant-attacks.ts'

const [script = '', image = '', svg = ''] = attacks

/**
 * Writes attacks into every text of a paid order's shipments, return, refund and notes. Returns the id of
 * the order and the number of texts.
 */
export async function plantAfterSale(
  shop: ProofShop,
  random: Random,
): Promise<{ sold: string; fields: number }> {
  const order = await buyOrder(shop, BUYER, { key: 'attacked', lines: 2, pieces: 9 }, random)
  let fields = 0
  const post = async <Body>(user: number, path: string, body: object): Promise<Body> => {
    const headers = { 'Idempotency-Key': path }
    const sent = { method: 'POST', user, headers, body }
    const answered = await shop.send<Body>('shipping', `/api/${path}`, sent)
    if (answered.status !== 200) throw new Error(`${path} returned ${answered.status}`)
    fields += countTexts(body)
    return answered.body
  }
  const ship = async (line: Pieces) => {
    const open = await post<Shipment>(ADMIN, 'shipments', { order: order._id })
    const pieces = { version: open.version, lines: [line] }
    const { _id, version } = await post<Shipment>(ADMIN, `shipments/${open._id}/pack`, pieces)
    const sent = { version, carrier: 'UPS', trackingNumber: image }
    return post<Shipment>(ADMIN, `shipments/${_id}/ship`, sent)
  }

  const [first, second] = order.lines
  if (!first || !second) throw new Error('The order has no two lines')
  const shipment = await ship(first)
  const word = { version: shipment.version, trackingStatus: svg }
  await post(ADMIN, `shipments/${shipment._id}/tracking`, word)
  const lost = await ship(second)
  await post(ADMIN, `shipments/${lost._id}/cancel`, { version: lost.version, reason: script })

  const asking = { order: order.number, reason: 'damaged', note: attacks.join(' ') }
  const lines = [{ _id: first._id, quantity: 1 }]
  const asked = await post<Return>(BUYER, 'returns', { ...asking, lines })
  const refusal = { version: asked.version, refusal: script }
  await post(ADMIN, `returns/${asked._id}/refuse`, refusal)
  await post(ADMIN, `payments/${order.paymentId}/refunds`, { amount: 1, reason: image })
  await post(ADMIN, `orders/${order._id}/notes`, { text: attacks.join(' ') })
  return { sold: order._id, fields }
}
