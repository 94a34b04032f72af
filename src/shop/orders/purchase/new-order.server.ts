import { v7 as uuidv7 } from 'uuid'
import type { Cents } from '#platform/money.ts'
import type { Caller } from '#shop/auth/access/caller.server.ts'
import type { UnnumberedOrder } from '#shop/orders/order-json.server.ts'
import { addressLines } from '#shop/orders/shipping-address.ts'
import type { OrderRecipient } from './order-forms.ts'

/** What an order keeps of its product. */
export type OrderedProduct = {
  id: string
  name: string
  sku: string
  unitPrice: Cents
  image: string
}

/** Returns a new unpaid order with a snapshot of its product. */
export function createOrder(
  buyer: Caller,
  recipient: OrderRecipient,
  product: OrderedProduct,
  quantity: number,
  holdHours: number,
): UnnumberedOrder {
  const createdAt = new Date()
  return {
    id: uuidv7(),
    name: recipient.name,
    email: buyer.email,
    ...addressOf(recipient),
    poNumber: recipient.poNumber || null,
    productId: product.id,
    productName: product.name,
    sku: product.sku,
    unitPrice: product.unitPrice,
    quantity,
    image: product.image,
    createdAt,
    status: 'unpaid',
    heldUntil: new Date(createdAt.getTime() + holdHours * 3_600_000),
    transactionId: null,
    cancelledAt: null,
  }
}

/** Joins the parts of the address where given; the recipient defaults to the buyer. */
function addressOf({ name, address, shippingAddress }: OrderRecipient) {
  if (!shippingAddress) return { address, shippingAddress: null }
  return {
    address: addressLines(shippingAddress).join(', '),
    shippingAddress: { ...shippingAddress, name: shippingAddress.name || name },
  }
}

/** Returns the smallest id of an order placed in the minute before `now`. */
export function aMinuteBefore(now: Date): string {
  const time = (now.getTime() - 60_000).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}
