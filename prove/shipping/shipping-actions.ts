import type { z } from 'zod'
import { retry } from '#prove/buyer-actions.ts'
import type { ProofShop } from '#prove/shop.ts'
import type { MadeRefund } from '#shop/refunds/refund-json.server.ts'
import type { orderReturnsJson, Return } from '#shop/returns/return-json.server.ts'
import type { packingOrderJson } from '#shop/shipping/packing-order.server.ts'
import type { shipmentJson } from '#shop/shipping/shipment-json.server.ts'

export type Shipment = z.infer<typeof shipmentJson>
export type PackingOrder = z.infer<typeof packingOrderJson>
export type Pieces = { _id: string; quantity: number }

/** What goes back: pieces of lines, into stock or not, or a free amount in dollars. */
export type Wanted = { lines: Pieces[]; restock: boolean; return?: string | undefined } | { amount: number }

/** Opens a shipment of a named order, or of the next one. */
export function startPacking(
  shop: ProofShop,
  packer: number,
  options: { order?: string; takeOver?: boolean } = {},
) {
  return post<Shipment>(shop, packer, '/api/shipments', options)
}

export function packShipment(
  shop: ProofShop,
  packer: number,
  { _id, version }: Pick<Shipment, '_id' | 'version'>,
  lines: Pieces[],
) {
  return post<Shipment>(shop, packer, `/api/shipments/${_id}/pack`, { version, lines })
}

export function moveShipment(
  shop: ProofShop,
  packer: number,
  { _id, version }: Pick<Shipment, '_id' | 'version'>,
  to: 'ship' | 'deliver' | 'cancel',
) {
  const more = { ship: { carrier: 'UPS' }, deliver: {}, cancel: { reason: 'Came back' } }[to]
  return post<Shipment>(shop, packer, `/api/shipments/${_id}/${to}`, { version, ...more })
}

/** Reads an order as the pack station does, with its shipments; waits for the shop. */
export async function readPackingOrder(
  shop: ProofShop,
  packer: number,
  orderId: string,
): Promise<PackingOrder> {
  return read(shop, packer, `/api/shipping/orders/${orderId}`)
}

export function askForReturn(shop: ProofShop, buyer: number, order: string, lines: Pieces[]) {
  return post<Return>(shop, buyer, '/api/returns', { order, reason: 'damaged', lines })
}

/** Reads the returns of an order, and what else can be returned; waits for the shop. */
export function readReturns(
  shop: ProofShop,
  user: number,
  orderId: string,
): Promise<z.infer<typeof orderReturnsJson>> {
  return read(shop, user, `/api/orders/${orderId}/returns`)
}

export function moveReturn(
  shop: ProofShop,
  user: number,
  { _id, version }: Pick<Return, '_id' | 'version'>,
  move: 'approve' | 'refuse' | 'close' | 'receive',
  more: object = {},
) {
  return post<Return>(shop, user, `/api/returns/${_id}/${move}`, { version, ...more })
}

/** Asks for a refund until there is an answer: the key makes a repeated request safe. */
export function refund(shop: ProofShop, admin: number, paymentId: string, request: Wanted, key: string) {
  return retry(() =>
    shop.send<MadeRefund>('refund', `/api/payments/${paymentId}/refunds`, {
      method: 'POST',
      user: admin,
      headers: { 'Idempotency-Key': key },
      body: { ...request, reason: 'Came bent' },
    }),
  )
}

/** Makes a failed refund again, once without waiting for an answer of the killed shop. */
export function repeatRefund(shop: ProofShop, admin: number, paymentId: string, refundId: string) {
  const path = `/api/payments/${paymentId}/refunds/${refundId}/repeat`
  return shop.send<MadeRefund>('refund', path, { method: 'POST', user: admin })
}

function post<Body>(shop: ProofShop, user: number, path: string, body: object) {
  return shop.send<Body>('shipping', path, { method: 'POST', user, body })
}

async function read<Body>(shop: ProofShop, user: number, path: string): Promise<Body> {
  const { status, body } = await retry(() => shop.send<Body>('other', path, { user }))
  if (status !== 200) throw new Error(`${path} returned ${status}`)
  return body
}
