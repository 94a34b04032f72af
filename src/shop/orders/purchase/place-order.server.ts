import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import { dollarsToCents, timesPieces } from '#platform/money.ts'
import type { Caller } from '#shop/auth/access/caller.server.ts'
import type { Product } from '#shop/catalogue/product.ts'
import { findProduct } from '#shop/catalogue/product-queries.server.ts'
import type { CountOrder } from '#shop/orders/cancel/cancel-order.server.ts'
import {
  isCountable,
  LARGEST_TOTAL_CENTS,
  type Order,
  SMALLEST_TOTAL_CENTS,
} from '#shop/orders/order.ts'
import { toOrderJson, type UnnumberedOrder } from '#shop/orders/order-json.server.ts'
import type { OrderRefusal } from '#shop/orders/order-refusals.server.ts'
import { addressLines } from '#shop/orders/shipping-address.ts'
import { keyedRequest, respondOnce, storedResponse } from './idempotency.server.ts'
import { type OrderRules, orderCaps, whyOverCaps } from './order-caps.ts'
import type { NewOrder } from './order-forms.ts'
import { type NotRecorded, recordOrder } from './record-order.server.ts'

/** The external dependencies of placing orders. */
export type PlaceOrderDeps = { rules: OrderRules; countOrder: CountOrder }

/**
 * Reserves stock and records the order, once per idempotency key, or returns why not. The buyer
 * comes from the token; name, price and image from the database.
 */
export async function placeOrder(
  db: Db,
  { rules, countOrder }: PlaceOrderDeps,
  buyer: Caller,
  wanted: NewOrder,
  key?: string,
): Promise<Order | OrderRefusal> {
  const request = keyedRequest(buyer.id, key, wanted)
  const product = await findProduct(db, wanted.productId)
  const refusal = whyNot(product, wanted)
  if (!product || refusal) {
    return respondOnce(db, request, refusal ?? { refused: 'no-such-product' })
  }
  const order = newOrderOf(buyer, product, wanted, rules)
  const recorded = await recordOrder(db, { order, accountId: buyer.id, request, rules })
  if (recorded === 'repeated') return storedResponse(db, request)
  if ('orderNumber' in recorded) {
    countOrder('placed')
    return toOrderJson({ ...order, number: recorded.orderNumber })
  }
  if (recorded.recent >= rules.perMinute) return tooOften(db, buyer.id)
  // Lost a race since the first read; re-read so that the refusal quotes the current limit.
  const now = await findProduct(db, product._id)
  return respondOnce(db, request, whyNot(now, wanted) ?? whyNotMore(rules, recorded, now, order))
}

/**
 * Returns the refusal for a quantity that is in stock but was over the buyer's limit, or exceeded
 * the stock a moment ago.
 */
function whyNotMore(
  rules: OrderRules,
  { held, emailProven }: NotRecorded,
  now: Product | undefined,
  order: UnnumberedOrder,
): OrderRefusal {
  if (!now) return { refused: 'no-such-product' }
  const wanted = { cents: timesPieces(order.unitPrice, order.quantity), quantity: order.quantity }
  const caps = orderCaps(rules, { emailProven })
  const overCaps = whyOverCaps(caps, held, now, wanted, emailProven)
  return overCaps ?? { refused: 'out-of-stock', available: now.quantity }
}

/** Refuses with the seconds until the oldest order of the last minute is a minute old. */
async function tooOften(db: Db, accountId: string): Promise<OrderRefusal> {
  const { rows } = await sql<{ seconds: number }>`
    select greatest(1, ceil(60 - extract(epoch from now() - min(created_at))))::integer as seconds
    from purchase where account_id = ${accountId} and created_at > now() - interval '1 minute'`.execute(
    db,
  )
  return { refused: 'too-often', seconds: rows[0]?.seconds ?? 1 }
}

function newOrderOf(
  buyer: Caller,
  product: Product,
  wanted: NewOrder,
  { holdHours }: OrderRules,
): UnnumberedOrder {
  const createdAt = new Date()
  return {
    id: uuidv7(),
    name: wanted.name,
    email: buyer.email,
    ...addressOf(wanted),
    poNumber: wanted.poNumber || null,
    productId: product._id,
    productName: product.name,
    sku: product.sku,
    unitPrice: dollarsToCents(product.perPrice),
    quantity: wanted.quantity,
    image: product.imgURL,
    createdAt,
    status: 'unpaid',
    heldUntil: new Date(createdAt.getTime() + holdHours * 3_600_000),
    transactionId: null,
    cancelledAt: null,
  }
}

/** Joins the parts of the address where given; the recipient defaults to the buyer. */
function addressOf({ name, address, shippingAddress }: NewOrder) {
  if (!shippingAddress) return { address, shippingAddress: null }
  return {
    address: addressLines(shippingAddress).join(', '),
    shippingAddress: { ...shippingAddress, name: shippingAddress.name || name },
  }
}

function whyNot(product: Product | undefined, wanted: NewOrder): OrderRefusal | null {
  if (!product) return { refused: 'no-such-product' }
  const { perPrice, minQuantity, quantity } = product
  const unitPrice = dollarsToCents(perPrice)
  if (wanted.perPrice !== undefined && wanted.perPrice !== perPrice)
    return { refused: 'price-changed', unitPrice }
  if (wanted.quantity < minQuantity) return { refused: 'below-minimum', minimum: minQuantity }
  if (wanted.quantity > quantity) return { refused: 'out-of-stock', available: quantity }
  if (!isCountable(wanted.quantity)) return { refused: 'total-out-of-range' }
  const total = timesPieces(unitPrice, wanted.quantity)
  if (total < SMALLEST_TOTAL_CENTS || total > LARGEST_TOTAL_CENTS)
    return { refused: 'total-out-of-range' }
  return null
}
