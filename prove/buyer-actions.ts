import type { OrderLine } from '#shop/orders/order.ts'
import type { PayableLine, PayablePayment } from '#shop/payments/payment-json.server.ts'
import type { ProofShop, Reply } from './shop.ts'
import { until } from './waiting.ts'

export type NewOrder = { product: string; quantity: number; key: string }

// Longer than a failover of the database.
const RETRY_LIMIT_MS = 180_000
const ADMIN = 0

/** Repeats a request until it gets a response below 500. Throws after three minutes. */
export async function retry<Body>(request: () => Promise<Reply<Body>>): Promise<Reply<Body>> {
  let reply = await request()
  await until('the shop responds', RETRY_LIMIT_MS, async () => {
    if (isFinal(reply)) return true
    reply = await request()
    return isFinal(reply)
  })
  return reply
}

function isFinal({ status }: Reply<unknown>): boolean {
  return status > 0 && status < 500
}

export function placeOrder(shop: ProofShop, buyer: number, { product, quantity, key }: NewOrder) {
  return shop.send<OrderLine & { message?: string }>('order', '/api/perchase', {
    method: 'POST',
    user: buyer,
    headers: { 'Idempotency-Key': key },
    body: { productId: product, quantity, name: 'Jane Buyer', address: '1 Anvil Street' },
  })
}

export function openPayment(shop: ProofShop, buyer: number, orderId: string) {
  return shop.send<PayableLine>('payment', `/api/purchase/payment/${orderId}`, { user: buyer })
}

/** Starts one payment of these lines. */
export function payTogether(shop: ProofShop, buyer: number, lineIds: string[]) {
  return shop.send<PayablePayment>('payment', '/api/payments', {
    method: 'POST',
    user: buyer,
    body: { lineIds },
  })
}

export function reportPayment(shop: ProofShop, buyer: number, orderId: string, transactionId: string) {
  return shop.send<OrderLine>('payment', `/api/purchase/${orderId}`, {
    method: 'PUT',
    user: buyer,
    body: { transactionId },
  })
}

/** Refunds a part of a payment, as an admin. */
export function refundPayment(shop: ProofShop, transactionId: string, cents: number, key: string) {
  return shop.send<{ _id: string }>('payment', `/api/payments/${transactionId}/refunds`, {
    method: 'POST',
    user: ADMIN,
    headers: { 'Idempotency-Key': key },
    body: { amount: cents / 100, reason: 'Came bent' },
  })
}

export function cancelOrder(shop: ProofShop, buyer: number, orderId: string) {
  return shop.send('other', `/api/purchase/${orderId}`, { method: 'DELETE', user: buyer })
}

/** Returns all orders of the shop, as an admin. */
export async function allOrders(shop: ProofShop): Promise<OrderLine[]> {
  const { status, body } = await retry(() =>
    shop.send<OrderLine[]>('other', '/api/purchase', { user: ADMIN }),
  )
  if (status !== 200) throw new Error(`Listing orders returned ${status}`)
  return body
}

export function isPaid({ status }: OrderLine): boolean {
  return status === 'paid'
}
