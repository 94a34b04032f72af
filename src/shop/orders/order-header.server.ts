import { z } from '@hono/zod-openapi'
import { emailText } from '#platform/email-text.server.ts'
import { addressParts } from '#shop/documents/document-content.server.ts'
import type { OrderCompany, OrderHeader } from './order.ts'

// What an order, its lines and its shipments have in common, in SQL and in JSON.

/** The shipping address of an order as it is stored; null if it came as one text. */
export const storedAddress = addressParts.nullable()

export const headerColumns = [
  'orders.name',
  'orders.email',
  'orders.address',
  'orders.shippingAddress',
  'orders.companyId',
  'orders.companyName',
  'orders.poNumber',
  'orders.placedAt',
  'orders.heldUntil',
] as const

export function toHeader(
  row: Omit<OrderHeader, 'shippingAddress' | 'company'> & CompanyColumns & { shippingAddress: unknown },
): OrderHeader {
  const { name, email, address, poNumber, placedAt, heldUntil } = row
  const shippingAddress = storedAddress.parse(row.shippingAddress)
  const company = toCompany(row)
  return { name, email, address, shippingAddress, company, poNumber, placedAt, heldUntil }
}

type CompanyColumns = { companyId: string | null; companyName: string | null }

/** Returns the company of an order's or a buyer's row. */
export function toCompany({ companyId, companyName }: CompanyColumns): OrderCompany | null {
  return companyId === null || companyName === null ? null : { id: companyId, name: companyName }
}

/** Returns the columns of an order's row, for JSON in SQL. */
export function headerRow(header: OrderHeader) {
  return {
    name: header.name,
    email: header.email,
    address: header.address,
    shipping_address: header.shippingAddress,
    company_id: header.company?.id ?? null,
    company_name: header.company?.name ?? null,
    po_number: header.poNumber,
    placed_at: header.placedAt,
    held_until: header.heldUntil,
  }
}

export const orderHeaderJson = z.object({
  name: z.string(),
  email: z.string(),
  address: z.string(),
  shippingAddress: addressParts.optional().describe('The address in parts, where the order came with them'),
  company: z
    .object({ _id: z.string(), name: z.string() })
    .optional()
    .describe('The company that it was placed for, as it was named then'),
  poNumber: z.string().optional().describe('The buyer’s own number for it'),
})

export function toCompanyJson(company: OrderCompany | null) {
  return company ? { _id: company.id, name: company.name } : undefined
}

export function toHeaderJson(header: OrderHeader): z.infer<typeof orderHeaderJson> {
  return {
    name: header.name,
    email: emailText(header.email),
    address: header.address,
    shippingAddress: header.shippingAddress ?? undefined,
    company: toCompanyJson(header.company),
    poNumber: header.poNumber ?? undefined,
  }
}
