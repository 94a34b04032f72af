import { v7 as uuidv7 } from 'uuid'
import { cents } from '#platform/money.ts'
import { orderTotal } from '#shop/orders/order.ts'
import type { OrderCaps, OrderRules } from '#shop/orders/purchase/order-caps.ts'

/** Two buyers, and an admin who may buy like anyone. */
export const everybody = ['jane', 'bill', 'owner'] as const
export type Who = (typeof everybody)[number]

/** What each may hold in unpaid orders: Bill's e-mail address is not proven. */
const tight = { orders: 4, cents: cents(200_00), stockPercent: 25 }
const wider = { orders: 8, cents: cents(400_00), stockPercent: 50 }
export const modelCaps = { jane: wider, bill: tight, owner: wider } satisfies Record<Who, OrderCaps>
export const modelRules: OrderRules = {
  caps: { proven: wider, unproven: tight },
  perMinute: 1_000_000,
  holdHours: 72,
}

export type ModelProduct = {
  id: string
  name: string
  cents: number
  quantity: number
  minimum: number
  isDeleted: boolean
}

export type ModelPayment = {
  id: string
  order: ModelOrder
  cents: number
  state: 'open' | 'succeeded' | 'canceled'
  /** What became of the money in the shop's ledger. */
  money?: 'kept' | 'refunded'
}

export type ModelOrder = {
  id: string
  buyer: Who
  product: ModelProduct
  name: string
  address: string
  /** The product's price when it was ordered. */
  cents: number
  quantity: number
  status: 'unpaid' | 'paid' | 'cancelled'
  /** Who cancelled it, whether its pieces went back, and whether that was acknowledged. */
  cancel?: { by: Who; restored: boolean; isAcknowledged: boolean }
  /** What its payment page pays. */
  payment?: ModelPayment
  /** What paid it. */
  paidBy?: ModelPayment
}

/** What became of a request: its status, and the code of a refusal. */
export type Expected = { status: number; code?: string }

/** All that should be true of a shop's orders, their stock and their money. */
export type OrderModel = {
  emails: Record<Who, string>
  products: ModelProduct[]
  /** In the order they were placed; the cancelled ones too. */
  orders: ModelOrder[]
  payments: ModelPayment[]
  /** Events that the provider has not sent yet. */
  events: { payment: ModelPayment; isLate: boolean }[]
  /** Cancelled orders, the latest cancel last. */
  cancels: ModelOrder[]
  /** Requests with an Idempotency-Key, with the answer that it was given. */
  keyed: { who: Who; key: string; sent: object; status: number; body: { _id?: string } }[]
  /** Facts that only become more, as `readFacts` words them. */
  history: string[]
}

export const image = '/media/0123456789abcdef0123456789abcdef.webp'

/** A shop with three products and no orders yet. */
export function newModel(emails: Record<Who, string>): OrderModel {
  const product = (
    name: string,
    price: number,
    quantity: number,
    minimum: number,
  ): ModelProduct => ({
    id: uuidv7(),
    ...{ name, cents: price, quantity, minimum, isDeleted: false },
  })
  const products = [
    product('Claw Hammer', 1250, 60, 5),
    product('The last chisels, too cheap for a card', 20, 7, 1),
    product('A press, too dear for a card', 40_000_000, 1000, 1),
  ]
  const history = products.map(({ id, quantity }) => `${quantity} of ${id} by opening for no order`)
  return {
    ...{ emails, products, history },
    ...{ orders: [], payments: [], events: [], cancels: [], keyed: [] },
  }
}

export function totalOf({ cents, quantity }: Pick<ModelOrder, 'cents' | 'quantity'>): number {
  return orderTotal({ perPrice: cents / 100, quantity })
}

/** The nth of these, counted round; undefined when there are none. */
export function nth<T>(items: T[], n: number): T | undefined {
  return items[n % items.length]
}
