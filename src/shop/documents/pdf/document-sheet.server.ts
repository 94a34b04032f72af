import { type Cents, cents, formatDollars, timesPieces } from '#platform/money.ts'
import {
  type CreditNoteContent,
  type DocumentBuyer,
  type DocumentLine,
  type InvoiceContent,
  includedTax,
  PAID_BACK,
  paperOf,
  type Seller,
} from '#shop/documents/document.ts'

/** A document as it is printed. */
export type DocumentSheet = {
  title: string
  /** Also the date of the file, so that its bytes never change. */
  issuedAt: Date
  paper: 'A4' | 'LETTER'
  seller: string[]
  buyer: string[]
  facts: [label: string, value: string][]
  lines: { name: string; notes: string[]; quantity: string; unitPrice: string; total: string }[]
  totals: [label: string, value: string][]
  notes: string[]
}

/** An issued invoice. */
export type Invoice = { number: string; issuedAt: Date; transactionId: string } & InvoiceContent

export function invoiceSheet(invoice: Invoice): DocumentSheet {
  const { number, issuedAt, transactionId, seller, buyer, lines } = invoice
  const total = totalOf(lines)
  return {
    ...parties(seller, buyer),
    title: `Invoice ${number}`,
    issuedAt,
    facts: [
      ['Invoice number', number],
      ['Date', dateText(issuedAt)],
      ['Payment', transactionId],
    ],
    lines: lines.map(lineText),
    totals: totals(total, seller, 'Total'),
    notes: ['Paid in full by card. Delivery date: as agreed with the order.'],
  }
}

/** An issued credit note. */
export type CreditNote = {
  number: string
  issuedAt: Date
  paymentIntentId: string
} & CreditNoteContent

export function creditNoteSheet(note: CreditNote): DocumentSheet {
  const { number, issuedAt, paymentIntentId, seller, buyer, line } = note
  return {
    ...parties(seller, buyer),
    title: `Credit note ${number}`,
    issuedAt,
    facts: [
      ['Credit note number', number],
      ['Date', dateText(issuedAt)],
      ['Invoice', note.invoiceNumber ?? 'None: the payment did not pay the order'],
      ['Payment', paymentIntentId],
      ['Refund', note.refundId],
    ],
    lines: [lineText(line)],
    totals: totals(cents(note.amountCents), seller, 'Refunded'),
    notes: [
      note.refundId.startsWith(PAID_BACK)
        ? 'The amount was paid back.'
        : 'The amount was refunded to the card that paid.',
    ],
  }
}

/** An order as its confirmation shows it. */
export type ConfirmedOrder = {
  number: string
  placedAt: Date
  poNumber: string | null
  seller: Seller
  buyer: DocumentBuyer
  lines: DocumentLine[]
}

export function confirmationSheet(order: ConfirmedOrder): DocumentSheet {
  const { number, placedAt, poNumber, seller, buyer, lines } = order
  return {
    ...parties(seller, buyer),
    title: `Order confirmation ${number}`,
    issuedAt: placedAt,
    facts: [
      ['Order number', number],
      ['Ordered', dateText(placedAt)],
      ...(poNumber === null ? [] : [['PO number', poNumber] as [string, string]]),
    ],
    lines: lines.map(lineText),
    totals: totals(totalOf(lines), seller, 'Total'),
    notes: ['This confirmation is not an invoice. Goods ship once the order is paid.'],
  }
}

function parties(seller: Seller, buyer: DocumentBuyer) {
  return {
    paper: paperOf(seller, buyer.country),
    seller: [seller.name, ...seller.address.split('\n'), `Tax ID ${seller.taxId}`],
    buyer: [
      ...(buyer.company ? [buyer.company] : []),
      ...recipient(buyer),
      ...(buyer.taxId ? [`Tax ID ${buyer.taxId}`] : []),
    ],
  }
}

function recipient({ name, address, shippingAddress }: DocumentBuyer): string[] {
  if (!shippingAddress) return [name, address].filter((line) => line !== '')
  const { street, postcode, city, country } = shippingAddress
  return [shippingAddress.name || name, street, `${postcode} ${city}`.trim(), country].filter(
    (line) => line !== '',
  )
}

function lineText(line: DocumentLine): DocumentSheet['lines'][number] {
  const unitPrice = cents(line.unitPriceCents)
  return {
    name: line.productName,
    notes: [
      `SKU ${line.sku}`,
      `Order ${line.orderNumber}${line.poNumber === null ? '' : `, PO number ${line.poNumber}`}`,
    ],
    quantity: line.quantity.toLocaleString('en-US'),
    unitPrice: formatDollars(unitPrice),
    total: formatDollars(timesPieces(unitPrice, line.quantity)),
  }
}

function totalOf(lines: DocumentLine[]): Cents {
  return cents(
    lines.reduce((sum, { unitPriceCents, quantity }) => sum + unitPriceCents * quantity, 0),
  )
}

function totals(total: Cents, seller: Seller, label: string): [string, string][] {
  const tax = includedTax(total, seller.taxPercent)
  return [
    ['Net', formatDollars(cents(total - tax))],
    [`${seller.taxName}, ${seller.taxPercent} %`, formatDollars(tax)],
    [label, formatDollars(total)],
  ]
}

/** The date in UTC, as in the number's year: November 22, 2026. */
function dateText(date: Date): string {
  return date.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
}
