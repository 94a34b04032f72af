import { v7 as uuidv7 } from 'uuid'
import type { Db } from '#platform/database.server.ts'
import type { Caller } from '#shop/accounts/caller.server.ts'
import type { Product } from '#shop/catalogue/product.ts'
import { findProduct } from '#shop/catalogue/product-queries.server.ts'
import { takeFromStock } from '#shop/catalogue/stock.server.ts'
import {
  LARGEST_TOTAL_CENTS,
  type Order,
  type OrderRefusal,
  orderTotal,
  SMALLEST_TOTAL_CENTS,
} from './order.ts'
import type { NewOrder } from './order-forms.ts'
import { queueOrderMail } from './order-mails.server.ts'
import { countUnpaidOrders, insertOrder } from './order-queries.server.ts'

/**
 * Takes the tools out of stock and records the order, or says why not. Runs inside the caller's
 * transaction; who buys comes from the token, and name, price and picture from the database. A buyer
 * holds at most `openOrderLimit` unpaid orders.
 */
export async function placeOrder(
  db: Db,
  buyer: Caller,
  wanted: NewOrder,
  openOrderLimit: number,
): Promise<Order | OrderRefusal> {
  const product = await findProduct(db, wanted.productId)
  const refusal = whyNot(product, wanted)
  if (!product || refusal) return refusal ?? { refused: 'no-such-product' }
  if ((await countUnpaidOrders(db, buyer.id)) >= openOrderLimit)
    return { refused: 'too-many-open-orders', limit: openOrderLimit }

  const purchaseId = uuidv7()
  const { quantity } = wanted
  const change = { purchaseId, productId: product._id, accountId: buyer.id, quantity }
  if (!(await takeFromStock(db, change))) {
    // Somebody was faster since the look above: look again, and name the bound of this moment.
    const now = await findProduct(db, product._id)
    return whyNot(now, wanted) ?? { refused: 'out-of-stock', available: now?.quantity ?? 0 }
  }
  const order = await insertOrder(db, { id: purchaseId, buyer, product, wanted })
  await queueOrderMail(db, 'order-placed', order)
  return order
}

function whyNot(product: Product | undefined, wanted: NewOrder): OrderRefusal | null {
  if (!product) return { refused: 'no-such-product' }
  const { perPrice, minQuantity, quantity } = product
  if (wanted.perPrice !== undefined && wanted.perPrice !== perPrice)
    return { refused: 'price-changed', perPrice }
  if (wanted.quantity < minQuantity) return { refused: 'below-minimum', minimum: minQuantity }
  if (wanted.quantity > quantity) return { refused: 'out-of-stock', available: quantity }
  const total = orderTotal({ perPrice, quantity: wanted.quantity })
  if (total < SMALLEST_TOTAL_CENTS || total > LARGEST_TOTAL_CENTS)
    return { refused: 'total-out-of-range' }
  return null
}
