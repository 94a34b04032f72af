import type { Order } from './order.ts'

/** Where an order goes, in parts; everything but the street may be empty. */
export type ShippingAddress = {
  /** Who receives it. */
  name: string
  street: string
  city: string
  postcode: string
  country: string
}

/** The same without the recipient, as the purchase form has it: its address is the street. */
export type AddressFields = { address: string; city: string; postcode: string; country: string }

/** The address below the recipient's name, line by line. */
export function addressLines({ street, postcode, city, country }: Omit<ShippingAddress, 'name'>) {
  return [street, `${postcode} ${city}`.trim(), country].filter((line) => line !== '')
}

/** The whole address as one string, as the specification's `address` carries it. */
export function addressText({ address: street, ...fields }: AddressFields): string {
  return addressLines({ street, ...fields }).join(', ')
}

export const noAddress: AddressFields = { address: '', city: '', postcode: '', country: '' }

/**
 * What the purchase form begins with, the last order's address or else that of the profile, and what
 * it offers besides.
 */
export function offeredAddresses(profile: AddressFields, orders: Order[]) {
  const { address, city, postcode, country } = profile
  const own = { address, city, postcode, country }
  const recent = recentAddresses(orders)
  const isNew = address !== '' && !recent.some((other) => addressText(other) === addressText(own))
  return { address: recent[0] ?? own, addresses: isNew ? [...recent, own] : recent }
}

/** The addresses of these orders, each once, in the orders' sequence. */
function recentAddresses(orders: Order[]): AddressFields[] {
  const byText = new Map<string, AddressFields>()
  for (const order of orders) {
    const fields = fieldsOf(order)
    const text = addressText(fields)
    if (text !== '' && !byText.has(text)) byText.set(text, fields)
  }
  return [...byText.values()]
}

function fieldsOf({ shippingAddress, address }: Order): AddressFields {
  if (!shippingAddress) return { ...noAddress, address }
  const { street, city, postcode, country } = shippingAddress
  return { address: street, city, postcode, country }
}
