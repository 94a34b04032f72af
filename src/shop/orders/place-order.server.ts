import { v7 as uuidv7 } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import type { Caller } from '#shop/auth/caller.server.ts'
import type { Product } from '#shop/catalogue/product.ts'
import { findProduct } from '#shop/catalogue/product-queries.server.ts'
import type { CountOrder } from './cancel-order.server.ts'
import { answerOnce, firstAnswer, keyedRequest } from './idempotency.server.ts'
import {
  isCountable,
  LARGEST_TOTAL_CENTS,
  type Order,
  type OrderRefusal,
  orderTotal,
  SMALLEST_TOTAL_CENTS,
} from './order.ts'
import type { NewOrder } from './order-forms.ts'
import { recordOrder, type UnnumberedOrder } from './record-order.server.ts'

/** What placing orders needs from outside. */
export type PlacingPorts = {
  /** How many unpaid orders a buyer may have. */
  openOrderLimit: number
  countOrder: CountOrder
}

/**
 * Takes the tools out of stock and records the order, or says why not; once for each key. Who buys
 * comes from the token, and name, price and picture from the database.
 */
export async function placeOrder(
  db: Db,
  { openOrderLimit, countOrder }: PlacingPorts,
  buyer: Caller,
  wanted: NewOrder,
  key?: string,
): Promise<Order | OrderRefusal> {
  const request = keyedRequest(buyer.id, key, wanted)
  const product = await findProduct(db, wanted.productId)
  const refusal = whyNot(product, wanted)
  if (!product || refusal) {
    return answerOnce(db, request, refusal ?? { refused: 'no-such-product' })
  }
  const order = newOrderOf(buyer, product, wanted)
  const placing = { order, accountId: buyer.id, request, openOrderLimit }
  const recorded = await recordOrder(db, placing)
  if (typeof recorded === 'object') {
    countOrder('placed')
    return { ...recorded, ...order }
  }
  switch (recorded) {
    case 'repeated':
      return firstAnswer(db, request)
    case 'too-many':
      return answerOnce(db, request, { refused: 'too-many-open-orders', limit: openOrderLimit })
    case 'out-of-stock': {
      // Somebody was faster since the look above: look again, and name the bound of this moment.
      const now = await findProduct(db, product._id)
      const available = now?.quantity ?? 0
      return answerOnce(db, request, whyNot(now, wanted) ?? { refused: 'out-of-stock', available })
    }
  }
}

function newOrderOf(buyer: Caller, product: Product, wanted: NewOrder): UnnumberedOrder {
  return {
    ...{ _id: uuidv7(), name: wanted.name, email: buyer.email, address: wanted.address },
    ...{ productId: product._id, productName: product.name, perPrice: product.perPrice },
    ...{ quantity: wanted.quantity, imgURL: product.imgURL, createdAt: new Date().toISOString() },
  }
}

function whyNot(product: Product | undefined, wanted: NewOrder): OrderRefusal | null {
  if (!product) return { refused: 'no-such-product' }
  const { perPrice, minQuantity, quantity } = product
  if (wanted.perPrice !== undefined && wanted.perPrice !== perPrice)
    return { refused: 'price-changed', perPrice }
  if (wanted.quantity < minQuantity) return { refused: 'below-minimum', minimum: minQuantity }
  if (wanted.quantity > quantity) return { refused: 'out-of-stock', available: quantity }
  if (!isCountable(wanted.quantity)) return { refused: 'total-out-of-range' }
  const total = orderTotal({ perPrice, quantity: wanted.quantity })
  if (total < SMALLEST_TOTAL_CENTS || total > LARGEST_TOTAL_CENTS)
    return { refused: 'total-out-of-range' }
  return null
}
