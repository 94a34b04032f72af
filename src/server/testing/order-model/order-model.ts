import { v7 as uuidv7 } from 'uuid'
import { cents } from '#platform/money.ts'
import { lineTotal } from '#shop/orders/order.ts'
import type { OrderCaps, OrderRules } from '#shop/orders/order-caps.ts'

/** Two buyers, and an admin who also buys. */
export const allUsers = ['jane', 'bill', 'admin'] as const
export type UserName = (typeof allUsers)[number]

/** The caps on unpaid orders; Bill's e-mail address is not verified. */
const tight = { orders: 4, cents: cents(200_00), stockPercent: 25 }
const wider = { orders: 8, cents: cents(400_00), stockPercent: 50 }
export const modelCaps = { jane: wider, bill: tight, admin: wider } satisfies Record<UserName, OrderCaps>
export const modelRules: OrderRules = {
  caps: { verified: wider, unverified: tight },
  unverifiedHoldHours: 72,
  newBuyers: { stockPercent: 100, holdHours: 72, payAtOnceHours: 72 },
  freeOrder: cents(0),
  perMinute: 1_000_000,
  holdHours: 72,
  taxPercent: 0,
}

export type ModelProduct = {
  id: string
  name: string
  cents: number
  quantity: number
  minimum: number
  isDeleted: boolean
}

/** A payment at the provider: started by the shop, or made outside it in the name of a payment. */
export type ModelMoney = {
  id: string
  payment: ModelPayment
  cents: number
  state: 'open' | 'succeeded' | 'canceled'
  /** Whether the shop has recorded it. */
  isRecorded: boolean
  refunded: number
}

/** A payment that the shop started. */
export type ModelPayment = {
  id: string
  buyer: UserName
  /** In the order of their ids. */
  lines: ModelLine[]
  cents: number
  status: 'open' | 'cancelling' | 'cancelled' | 'captured'
  money: ModelMoney
}

export type ModelLine = {
  id: string
  orderId: string
  buyer: UserName
  product: ModelProduct
  name: string
  address: string
  /** The unit price when it was ordered. */
  cents: number
  quantity: number
  status: 'unpaid' | 'paid' | 'cancelled'
  /** Who cancelled it, whether its stock was released, and whether that was acknowledged. */
  cancel?: { by: UserName; restored: boolean; isAcknowledged: boolean }
  /** The payment that paid it. */
  paidBy?: ModelPayment
  /** Pieces refunded before and after they were shipped. */
  unshipped: number
  refundedShipped: number
}

/** A shipment with pieces of one line. */
export type ModelShipment = {
  number: string
  line: ModelLine
  quantity: number
  status: 'packed' | 'shipped' | 'delivered' | 'cancelled'
  version: number
}

/** A return of pieces of one line. */
export type ModelReturn = {
  id: string
  number: string
  line: ModelLine
  quantity: number
  received: number
  /** Pieces that were refunded in its name. */
  refunded: number
  status: 'requested' | 'approved' | 'refused' | 'received' | 'closed'
  version: number
}

/** The response to a request: its status and, for an error, its code. */
export type Expected = { status: number; code?: string }

/** The expected state of a shop's orders, stock and payments. */
export type OrderModel = {
  emails: Record<UserName, string>
  products: ModelProduct[]
  /** In the order of placement, including cancelled ones. */
  lines: ModelLine[]
  payments: ModelPayment[]
  shipments: ModelShipment[]
  returns: ModelReturn[]
  money: ModelMoney[]
  /** Undelivered events of the provider. */
  events: { money: ModelMoney; isLate: boolean }[]
  /** Cancelled lines, the latest last. */
  cancels: ModelLine[]
  /** Requests with an Idempotency-Key and their responses. */
  keyed: {
    user: UserName
    key: string
    path: string
    sent: object
    status: number
    body: { _id?: string }
  }[]
  /** Append-only rows, as `readState` writes them. */
  history: string[]
}

export const image = '/media/0123456789abcdef0123456789abcdef.webp'

/** A model with three products and no orders. */
export function newModel(emails: Record<UserName, string>): OrderModel {
  const product = (name: string, price: number, quantity: number, minimum: number): ModelProduct => ({
    id: uuidv7(),
    name,
    cents: price,
    quantity,
    minimum,
    isDeleted: false,
  })
  const products = [
    product('Claw Hammer', 1250, 60, 5),
    product('The last chisels, too cheap for a card', 20, 7, 1),
    product('A press, too dear for a card', 40_000_000, 1000, 1),
  ]
  const history = products.map(({ id, quantity }) => `${quantity} of ${id} by opening for no line`)
  return {
    emails,
    products,
    history,
    lines: [],
    payments: [],
    shipments: [],
    returns: [],
    money: [],
    events: [],
    cancels: [],
    keyed: [],
  }
}

export function totalOf({ cents, quantity }: Pick<ModelLine, 'cents' | 'quantity'>): number {
  return lineTotal({ perPrice: cents / 100, quantity })
}

/** The item at `n` modulo the length; undefined for an empty list. */
export function nth<T>(items: T[], n: number): T | undefined {
  return items[n % items.length]
}

export function byId<T extends { id: string }>(items: Iterable<T>): T[] {
  return [...items].sort((a, b) => (a.id < b.id ? -1 : 1))
}
