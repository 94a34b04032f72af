import { z } from 'zod'
import { cents } from '#platform/money.ts'
import { addressLines, type PostalAddress } from '#platform/postal-address.ts'
import { taxTreatments } from '#shop/tax/tax.ts'
import {
  buyerContent,
  type DocumentBuyer,
  type DocumentContent,
  type DocumentLine,
} from './document-content.server.ts'

export const lineColumns = [
  'orderLine.id as orderLineId',
  'orderLine.productName',
  'orderLine.sku',
  'orderLine.unitPriceCents',
  'orders.id as orderId',
  'orders.number as orderNumber',
  'orders.poNumber',
  'orders.name',
  'orders.address',
  'orders.shippingAddress',
  'orders.companyId',
  'orders.companyName',
  'orders.taxPercent',
  'orders.taxTreatment',
  'orders.taxReference',
] as const

type LineRow = Omit<DocumentLine, 'unitPrice' | 'net'> & Record<'unitPriceCents' | 'netCents', number>

export function toLine(row: LineRow): DocumentLine {
  const { orderNumber, poNumber, productName, sku, quantity } = row
  const [unitPrice, net] = [cents(row.unitPriceCents), cents(row.netCents)]
  return { orderNumber, poNumber, productName, sku, unitPrice, quantity, net }
}

type Addressed = { name: string; address: string; shippingAddress: unknown }

/** What documents take from a buyer's profile; `address` is the street. */
type Profile = Omit<PostalAddress, 'street'> &
  Record<'company' | 'taxId' | 'address' | 'customerNumber', string>

type OrderOfCompany = {
  companyName: string | null
  taxTreatment: string
  taxReference: string | null
}

/** The profile of a document that must not follow later changes: what the order itself says of its company. */
export function profileOfOrder(order: OrderOfCompany): Profile {
  const { companyName, taxTreatment, taxReference } = order
  const isTaxId = companyName !== null && taxTreatment === 'reverse-charge'
  return {
    company: companyName ?? '',
    taxId: isTaxId ? (taxReference ?? '') : '',
    address: '',
    city: '',
    region: '',
    postcode: '',
    country: '',
    customerNumber: '',
  }
}

/** The buyer of orders, with the data of the company that they were placed for, else of the buyer's profile. */
export function toBuyer([order, ...others]: [Addressed, ...Addressed[]], profile: Profile): DocumentBuyer {
  const { name, address } = order
  const { company, taxId, customerNumber } = profile
  const parts = buyerContent.shape.shippingAddress.parse(order.shippingAddress)
  const { address: street } = profile
  const billing = street === '' ? [] : addressLines({ ...profile, street })
  return {
    name,
    billingAddress: billing.join('\n'),
    address,
    shippingAddress: parts,
    isSentToSeveral: others.some((other) => !isSameAddress(other, order)),
    country: parts?.country ?? (profile.country || null),
    company,
    taxId,
    customerNumber,
  }
}

function isSameAddress(a: Addressed, b: Addressed): boolean {
  return a.address === b.address && JSON.stringify(a.shippingAddress) === JSON.stringify(b.shippingAddress)
}

export function orderTaxOf(order: {
  taxPercent: string | number
  taxTreatment: string
  taxReference: string | null
}): DocumentContent['tax'] {
  return {
    percent: Number(order.taxPercent),
    treatment: z.enum(taxTreatments).parse(order.taxTreatment),
    reference: order.taxReference,
  }
}
