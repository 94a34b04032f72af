import { shippingAddressOf } from '#shop/orders/shipping-address.ts'
import type { BuyerForm, OrderRecipient } from './order-forms.ts'

/** Returns what an order takes from the buyer's form. In a file without schemas, which the order list loads later. */
export function recipientOf(form: BuyerForm): OrderRecipient {
  const { name, email, address, city, region, postcode, country, ...references } = form
  return { name, address, shippingAddress: shippingAddressOf(name, form), ...references }
}
