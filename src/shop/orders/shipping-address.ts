import { addressLines, type PostalAddress, regionIn } from '#platform/postal-address.ts'
import type { Order } from './order.ts'

/** The shipping address of an order with its recipient; all fields but the street may be empty. */
export type ShippingAddress = PostalAddress & { name: string }

/** The fields of an address in the purchase form and the profile; `address` is the street. */
export const addressFields = ['address', 'city', 'region', 'postcode', 'country'] as const

/** The address as the purchase form has it: without the recipient. */
export type AddressFields = Record<(typeof addressFields)[number], string>

/** Returns the whole address as one string, for the specification's `address` field. */
export function addressText({ address: street, ...fields }: AddressFields): string {
  return addressLines({ street, ...fields }).join(', ')
}

type Addressed = Pick<Order, 'address' | 'shippingAddress'>

export const noAddress: AddressFields = {
  address: '',
  city: '',
  region: '',
  postcode: '',
  country: '',
}

/** Returns the shipping address that a form sends, without a region where the form shows none. */
export function shippingAddressOf(
  name: string,
  { address: street, city, region, postcode, country }: AddressFields,
): ShippingAddress {
  return { name, street, city, region: regionIn(country, region), postcode, country }
}

type Profile = AddressFields & { companyAddresses?: PostalAddress[] | undefined }

/**
 * Returns the purchase form's initial address, and the other addresses to offer. The initial one is the default
 * one of the buyer's company; else that of the last order, or the profile's if the last order has none in parts.
 */
export function offeredAddresses({ companyAddresses = [], ...profile }: Profile, orders: Addressed[]) {
  const offered = ownAddresses(profile, orders)
  const ofCompany = companyAddresses.map(fieldsOf)
  const [first = offered.address] = ofCompany
  return { address: first, addresses: distinct([...ofCompany, ...offered.addresses]) }
}

function ownAddresses(profile: AddressFields, orders: Addressed[]) {
  const own = fieldsOf({ ...profile, street: profile.address })
  const { address } = own
  const recent = recentAddresses(orders, own)
  const isNew = address !== '' && !recent.some((other) => addressText(other) === addressText(own))
  const [last] = orders
  const isOwnFirst = address !== '' && last !== undefined && !last.shippingAddress
  return {
    address: isOwnFirst ? own : (recent[0] ?? own),
    addresses: isNew ? [...recent, own] : recent,
  }
}

function recentAddresses(orders: Addressed[], own: AddressFields): AddressFields[] {
  return distinct(orders.map((order) => recentAddress(order, own)))
}

function distinct(addresses: AddressFields[]): AddressFields[] {
  const byText = new Map<string, AddressFields>()
  for (const fields of addresses) {
    const text = addressText(fields)
    if (text !== '' && !byText.has(text)) byText.set(text, fields)
  }
  return [...byText.values()]
}

function recentAddress({ shippingAddress, address }: Addressed, own: AddressFields) {
  if (!shippingAddress) {
    // One text without parts: most likely the profile's address, whose parts are known.
    const isOwn = own.address !== '' && (address === own.address || address.startsWith(`${own.address},`))
    return isOwn ? own : { ...noAddress, address }
  }
  return fieldsOf(shippingAddress)
}

function fieldsOf(shippingAddress: PostalAddress): AddressFields {
  const { street: address, city, region, postcode, country } = shippingAddress
  return { address, city, region: regionIn(country, region), postcode, country }
}
