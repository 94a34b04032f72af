import { z } from 'zod'
import { cents } from '#platform/money.ts'
import { taxTreatments } from '#shop/tax/tax.ts'
import {
  buyerContent,
  type DocumentBuyer,
  type DocumentContent,
  type DocumentLine,
} from './document-content.server.ts'

/** The columns of an order and its line from which documents are made. */
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
  'orders.taxPercent',
  'orders.taxTreatment',
  'orders.taxReference',
] as const

type LineRow = {
  orderNumber: string
  poNumber: string | null
  productName: string
  sku: string
  unitPriceCents: number
  quantity: number | null
  netCents: number
}

export function toLine(row: LineRow): DocumentLine {
  const { orderNumber, poNumber, productName, sku, quantity } = row
  const [unitPrice, net] = [cents(row.unitPriceCents), cents(row.netCents)]
  return { orderNumber, poNumber, productName, sku, unitPrice, quantity, net }
}

/** Returns the buyer of an order; company and tax ID are those of the profile. */
export function toBuyer(
  order: { name: string; address: string; shippingAddress: unknown },
  profile: { company: string; taxId: string; country: string },
): DocumentBuyer {
  const { name, address } = order
  const parts = buyerContent.shape.shippingAddress.parse(order.shippingAddress)
  const { company, taxId } = profile
  const country = parts?.country ?? (profile.country || null)
  return { name, address, shippingAddress: parts, country, company, taxId }
}

/** Returns the tax of an order. */
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
