import { z } from 'zod'
import { cents } from '#platform/money.ts'
import { taxTreatments } from '#shop/tax/tax.ts'

// The content of documents: stored with them, and parsed when read.

const amount = z.number().int().transform(cents)

export const sellerContent = z.object({
  name: z.string(),
  /** With line breaks. */
  address: z.string(),
  taxId: z.string(),
  /** Empty until the settings are stored. */
  email: z.string(),
  /** Where to pay, with line breaks; absent: not printed. */
  bank: z.string().optional(),
  taxName: z.string(),
  paper: z.enum(['auto', 'a4', 'letter']),
  /** The URL of the owner's logo; the shop's mark without one. */
  logo: z.string().optional(),
  /** Whether it is the demo's mark that stands where no logo is; absent: it is. */
  hasMark: z.boolean().optional(),
  accent: z.string().optional(),
})

export const addressParts = z.object({
  name: z.string(),
  street: z.string(),
  city: z.string(),
  region: z.string().default(''),
  postcode: z.string(),
  country: z.string(),
})

export const buyerContent = z.object({
  name: z.string(),
  /** That of the profile, with line breaks; may be empty. */
  billingAddress: z.string(),
  address: z.string(),
  shippingAddress: addressParts.nullable(),
  /** Whether the orders go to different addresses; the one above is then that of the first. */
  isSentToSeveral: z.boolean(),
  country: z.string().nullable(),
  company: z.string(),
  taxId: z.string(),
  /** The number of the company in the seller's ERP. */
  customerNumber: z.string().default(''),
})

const line = z.object({
  orderNumber: z.string(),
  poNumber: z.string().nullable(),
  productName: z.string(),
  sku: z.string(),
  unitPrice: amount,
  /** Null on a credit note for an amount without pieces. */
  quantity: z.number().int().nullable(),
  net: amount,
})

const content = z.object({
  seller: sellerContent,
  buyer: buyerContent,
  lines: z.array(line),
  tax: z.object({
    percent: z.number(),
    treatment: z.enum(taxTreatments),
    reference: z.string().nullable(),
  }),
  amounts: z.object({ net: amount, tax: amount, total: amount }),
})

/** The card that paid: its brand in the provider's words, and its last four digits. */
export const paidCard = z.object({ brand: z.string(), last4: z.string() })

/** The content of an invoice; `payment` is the provider's id. */
export const invoiceContent = content.extend({ payment: z.string(), card: paidCard.nullable() })

/** The content of a credit note; `payment` and `refund` are the provider's ids. */
export const creditNoteContent = invoiceContent.extend({
  refund: z.string().nullable(),
  /** How a person paid it back, because the card refused it. */
  paidBack: z.string().nullable(),
  reason: z.string(),
  invoiceNumber: z.string(),
})

export type Seller = z.infer<typeof sellerContent>
export type DocumentBuyer = z.infer<typeof buyerContent>
export type DocumentLine = z.infer<typeof line>
export type PaidCard = z.infer<typeof paidCard>
export type DocumentContent = z.infer<typeof content>
export type InvoiceContent = z.infer<typeof invoiceContent>
export type CreditNoteContent = z.infer<typeof creditNoteContent>
