import type { Order } from '#shop/orders/order.ts'
import type { PayableOrder } from '#shop/payments/payment-json.server.ts'
import type { Answer, ProofShop } from './shop.ts'
import { until } from './waiting.ts'

export type Wanted = { tool: string; quantity: number; key: string }

const INSIST_LIMIT_MS = 60_000
const ADMIN = 0

/** Repeats a step until the shop answers it and does not say "try again". */
export async function insist<Body>(step: () => Promise<Answer<Body>>): Promise<Answer<Body>> {
  let answer = await step()
  await until('the shop answers', INSIST_LIMIT_MS, async () => {
    if (isAnswered(answer)) return true
    answer = await step()
    return isAnswered(answer)
  })
  return answer
}

function isAnswered({ status }: Answer<unknown>): boolean {
  return status > 0 && status < 500
}

export function placeOrder(shop: ProofShop, buyer: number, { tool, quantity, key }: Wanted) {
  return shop.send<Order & { message?: string }>('order', '/api/perchase', {
    method: 'POST',
    person: buyer,
    headers: { 'Idempotency-Key': key },
    body: { productId: tool, quantity, name: 'Jane Buyer', address: '1 Anvil Street' },
  })
}

export function openPayment(shop: ProofShop, buyer: number, orderId: string) {
  return shop.send<PayableOrder>('payment', `/api/purchase/payment/${orderId}`, { person: buyer })
}

export function reportPayment(
  shop: ProofShop,
  buyer: number,
  orderId: string,
  transactionId: string,
) {
  return shop.send<Order>('payment', `/api/purchase/${orderId}`, {
    method: 'PUT',
    person: buyer,
    body: { transactionId },
  })
}

export function cancelOrder(shop: ProofShop, buyer: number, orderId: string) {
  return shop.send('other', `/api/purchase/${orderId}`, { method: 'DELETE', person: buyer })
}

/** All orders of the shop, as its admin sees them. */
export async function allOrders(shop: ProofShop): Promise<Order[]> {
  const { status, body } = await insist(() =>
    shop.send<Order[]>('other', '/api/purchase', { person: ADMIN }),
  )
  if (status !== 200) throw new Error(`The list of orders was answered with ${status}`)
  return body
}

export function isPaid({ status }: Order): boolean {
  return status === 'paid'
}
