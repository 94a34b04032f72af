import type { z } from 'zod'
import { type Cents, cents } from '#platform/money.ts'
import type { documentEntryJson } from './document-json.server.ts'

/** The kinds of documents of an order. */
export const documentKinds = ['confirmation', 'invoice', 'credit-note'] as const
export type DocumentKind = (typeof documentKinds)[number]

export const documentNames: Record<DocumentKind, string> = {
  confirmation: 'Order confirmation',
  invoice: 'Invoice',
  'credit-note': 'Credit note',
}

/** A document that can be downloaded; `number` is the order's for a confirmation. */
export type DocumentEntry = z.infer<typeof documentEntryJson>

/** The name under which a document is saved. */
export function fileName(kind: DocumentKind, number: string): string {
  return kind === 'confirmation' ? `confirmation-${number}.pdf` : `${number}.pdf`
}

/** The seller on documents, from the settings. */
export type Seller = {
  name: string
  /** With line breaks. */
  address: string
  taxId: string
  taxName: string
  /** The tax that prices include, in percent. */
  taxPercent: number
  paper: 'auto' | 'a4' | 'letter'
}

/** The buyer on a document, at the time of its issue. */
export type DocumentBuyer = {
  name: string
  address: string
  shippingAddress: {
    name: string
    street: string
    city: string
    postcode: string
    country: string
  } | null
  country: string | null
  company: string
  taxId: string
}

/** An order on a document. */
export type DocumentLine = {
  orderId: string
  orderNumber: string
  poNumber: string | null
  productName: string
  sku: string
  unitPriceCents: number
  quantity: number
}

export type InvoiceContent = { seller: Seller; buyer: DocumentBuyer; lines: DocumentLine[] }

/** Begins the `refundId` of money that a person has paid back, because the card refused it. */
export const PAID_BACK = 'paid back: '

export type CreditNoteContent = {
  seller: Seller
  buyer: DocumentBuyer
  line: DocumentLine
  amountCents: number
  refundId: string
  invoiceNumber: string | null
}

/** Returns the part of a total that is tax, in cents; prices include it. */
export function includedTax(total: Cents, percent: number): Cents {
  return cents(Math.round((total * percent) / (100 + percent)))
}

// The countries that use Letter paper, as i18n-iso-countries names them, and their usual short names.
const letterCountries = new Set([
  'United States of America',
  'United States',
  'USA',
  'US',
  'Canada',
  'Mexico',
  'Philippines',
  'Chile',
  'Colombia',
  'Venezuela',
  'Costa Rica',
  'Guatemala',
  'Panama',
  'Dominican Republic',
  'Puerto Rico',
])

/** Returns the paper of a document: as set, or the usual one of the buyer's country. */
export function paperOf(seller: Seller, country: string | null): 'A4' | 'LETTER' {
  if (seller.paper !== 'auto') return seller.paper === 'a4' ? 'A4' : 'LETTER'
  return country !== null && letterCountries.has(country) ? 'LETTER' : 'A4'
}
