import { expect } from 'vitest'
import type { Order } from '#shop/orders/order.ts'
import type { Person } from './people.ts'
import type { TestShop } from './test-shop.ts'

/** Orders some pieces of a tool. */
export async function buy(who: Person, tool: { id: string }, quantity = 10): Promise<Order> {
  const order = { productId: tool.id, quantity, name: 'Jane Buyer', address: '1 Anvil Street' }
  const { status, body } = await who.call('POST', '/perchase', order)
  expect({ status, body }).toMatchObject({ status: 200 })
  return body
}

/** Opens the payment page of an order: the id of its payment at the card provider. */
export async function startPaying(who: Person, order: Order): Promise<string> {
  const { status, body } = await who.call('GET', `/purchase/payment/${order._id}`)
  expect({ status, body }).toMatchObject({ status: 200 })
  return intentOf(body.clientSecret)
}

export function intentOf(clientSecret: string): string {
  return clientSecret.replace(/_secret.*/, '')
}

/** Pays at the card provider, as the browser's card form does; the shop is not told. */
export async function payByCard({ stripe }: TestShop, intentId: string): Promise<void> {
  await stripe.paymentIntents.confirm(intentId, { payment_method: 'pm_card_visa' })
}

/** Tells the shop of a payment, as the payment page does. */
export function reportPayment(who: Person, order: Order, transactionId: string) {
  return who.call('PUT', `/purchase/${order._id}`, { transactionId })
}

/** The orders of somebody, newest first. */
export async function ordersOf(who: Person): Promise<Order[]> {
  return (await who.call('GET', `/purchase/${who.email}`)).body
}
