import type { Order } from './order.ts'

/** The shipping address of an order; all fields but the street may be empty. */
export type ShippingAddress = {
  /** The recipient. */
  name: string
  street: string
  city: string
  postcode: string
  country: string
}

/** The address as the purchase form has it: without the recipient, with the street as `address`. */
export type AddressFields = { address: string; city: string; postcode: string; country: string }

/** Returns the lines of the address below the recipient's name. */
export function addressLines({ street, postcode, city, country }: Omit<ShippingAddress, 'name'>) {
  return [street, `${postcode} ${city}`.trim(), country].filter((line) => line !== '')
}

/** Returns the whole address as one string, for the specification's `address` field. */
export function addressText({ address: street, ...fields }: AddressFields): string {
  return addressLines({ street, ...fields }).join(', ')
}

type Addressed = Pick<Order, 'address' | 'shippingAddress'>

export const noAddress: AddressFields = { address: '', city: '', postcode: '', country: '' }

/**
 * Returns the purchase form's initial address, and the other addresses to offer. The initial one is
 * that of the last order, or the profile's if the last order has none in parts.
 */
export function offeredAddresses(profile: AddressFields, orders: Addressed[]) {
  const { address, city, postcode, country } = profile
  const own = { address, city, postcode, country }
  const recent = recentAddresses(orders, own)
  const isNew = address !== '' && !recent.some((other) => addressText(other) === addressText(own))
  const [last] = orders
  const isOwnFirst = address !== '' && last !== undefined && !last.shippingAddress
  return {
    address: isOwnFirst ? own : (recent[0] ?? own),
    addresses: isNew ? [...recent, own] : recent,
  }
}

/** Returns the distinct addresses of these orders, in their sequence. */
function recentAddresses(orders: Addressed[], own: AddressFields): AddressFields[] {
  const byText = new Map<string, AddressFields>()
  for (const order of orders) {
    const fields = fieldsOf(order, own)
    const text = addressText(fields)
    if (text !== '' && !byText.has(text)) byText.set(text, fields)
  }
  return [...byText.values()]
}

function fieldsOf({ shippingAddress, address }: Addressed, own: AddressFields): AddressFields {
  if (!shippingAddress) {
    // One text without parts: most likely the profile's address, whose parts are known.
    const isOwn =
      own.address !== '' && (address === own.address || address.startsWith(`${own.address},`))
    return isOwn ? own : { ...noAddress, address }
  }
  const { street, city, postcode, country } = shippingAddress
  return { address: street, city, postcode, country }
}
