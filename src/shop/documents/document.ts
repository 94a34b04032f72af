import type { z } from 'zod'
import type { PaidCard } from './document-content.server.ts'
import type { documentEntryJson } from './documents-api.server.ts'

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

/** Names a card without revealing it: Visa ending in 4242. */
export function cardText({ brand, last4 }: PaidCard): string {
  const name = brandNames[brand] ?? brand.charAt(0).toUpperCase() + brand.slice(1)
  return `${name} ending in ${last4}`
}

const brandNames: Record<string, string> = {
  amex: 'American Express',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
}
