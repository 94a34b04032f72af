import { formatDollars } from '#platform/money.ts'
import type {
  CreditNoteContent,
  DocumentBuyer,
  DocumentContent,
  DocumentLine,
  InvoiceContent,
} from '#shop/documents/document-content.server.ts'
import { paperSize } from './paper-size.server.ts'

type Labelled = [label: string, value: string]

/** The printed content of a document. */
export type DocumentLayout = {
  title: string
  /** Also the date of the file, so that its bytes never change. */
  issuedAt: Date
  paper: 'A4' | 'LETTER'
  seller: string[]
  buyer: string[]
  details: Labelled[]
  lines: { name: string; notes: string[]; quantity: string; unitPrice: string; total: string }[]
  totals: Labelled[]
  notes: string[]
}

type Issued<Content> = { number: string; issuedAt: Date; content: Content }

export function invoiceLayout({
  number,
  issuedAt,
  content,
}: Issued<InvoiceContent>): DocumentLayout {
  return {
    ...layoutOf(content, 'Total'),
    title: `Invoice ${number}`,
    issuedAt,
    details: [
      ['Invoice number', number],
      ['Date', dateText(issuedAt)],
      ...orderDetails(content),
      ['Payment', content.payment],
    ],
    notes: [
      'Paid in full by card. Delivery date: as agreed with the order.',
      ...taxNotes(content.tax),
    ],
  }
}

export function creditNoteLayout(note: Issued<CreditNoteContent>): DocumentLayout {
  const { number, issuedAt, content } = note
  const { invoiceNumber, payment, refund, paidBack, reason } = content
  const layout = layoutOf(content, 'Refunded')
  const amount = formatDollars(content.amounts.net)
  const part = { name: `Part of invoice ${invoiceNumber}`, notes: [], quantity: '', unitPrice: '' }
  return {
    ...layout,
    lines: layout.lines.length > 0 ? layout.lines : [{ ...part, total: amount }],
    title: `Credit note ${number}`,
    issuedAt,
    details: [
      ['Credit note number', number],
      ['Date', dateText(issuedAt)],
      ['Invoice', invoiceNumber],
      ...orderDetails(content),
      ['Payment', payment],
      ...(refund === null ? [] : [['Refund', refund] as Labelled]),
      ...(paidBack === null ? [] : [['Paid back', paidBack] as Labelled]),
      ['Reason', reason],
    ],
    notes: [
      paidBack === null
        ? 'The amount was refunded to the card that paid.'
        : 'The amount was paid back.',
      ...taxNotes(content.tax),
    ],
  }
}

/** Returns the confirmation of an order; `number` is the order's. */
export function confirmationLayout(order: Issued<DocumentContent>): DocumentLayout {
  const { number, issuedAt, content } = order
  return {
    ...layoutOf(content, 'Total'),
    title: `Order confirmation ${number}`,
    issuedAt,
    details: [...orderDetails(content), ['Ordered', dateText(issuedAt)]],
    notes: [
      'This confirmation is not an invoice. Goods ship once the order is paid.',
      ...taxNotes(content.tax),
    ],
  }
}

function layoutOf({ seller, buyer, lines, tax, amounts }: DocumentContent, label: string) {
  const ofSeveral = ordersOf(lines).length > 1
  return {
    paper: paperSize(seller, buyer.country),
    seller: [seller.name, ...seller.address.split('\n'), `Tax ID ${seller.taxId}`],
    buyer: [
      ...(buyer.company ? [buyer.company] : []),
      ...recipient(buyer),
      ...(buyer.taxId ? [`Tax ID ${buyer.taxId}`] : []),
    ],
    lines: lines.map((line) => lineText(line, ofSeveral)),
    totals: [
      ['Net', formatDollars(amounts.net)],
      [`${seller.taxName}, ${tax.percent} %`, formatDollars(amounts.tax)],
      [label, formatDollars(amounts.total)],
    ] as Labelled[],
  }
}

function recipient({ name, address, shippingAddress }: DocumentBuyer): string[] {
  if (!shippingAddress) return [name, address].filter((line) => line !== '')
  const { street, postcode, city, country } = shippingAddress
  return [shippingAddress.name || name, street, `${postcode} ${city}`.trim(), country].filter(
    (line) => line !== '',
  )
}

/** Returns one line of each order. */
function ordersOf(lines: DocumentLine[]): DocumentLine[] {
  return [...new Map(lines.map((line) => [line.orderNumber, line])).values()]
}

/**
 * A document of one order has its number and PO number once; a document of several has them at each
 * line.
 */
function orderDetails({ lines }: DocumentContent): Labelled[] {
  const [order, ...others] = ordersOf(lines)
  if (!order || others.length > 0) return []
  const number: Labelled = ['Order number', order.orderNumber]
  return order.poNumber === null ? [number] : [number, ['PO number', order.poNumber]]
}

function lineText(line: DocumentLine, ofSeveral: boolean): DocumentLayout['lines'][number] {
  const { productName, sku, orderNumber, poNumber, unitPrice, quantity, net } = line
  const order = `Order ${orderNumber}${poNumber === null ? '' : `, PO number ${poNumber}`}`
  return {
    name: productName,
    notes: [`SKU ${sku}`, ...(ofSeveral ? [order] : [])],
    quantity: quantity === null ? '' : quantity.toLocaleString('en-US'),
    unitPrice: quantity === null ? '' : formatDollars(unitPrice),
    total: formatDollars(net),
  }
}

/** The reason for charging no tax, which invoices must state. */
function taxNotes({ treatment, reference }: DocumentContent['tax']): string[] {
  if (treatment === 'exempt') return [`Exempt from tax: certificate ${reference}.`]
  if (treatment === 'reverse-charge')
    return [`Reverse charge: the buyer owes the tax, tax ID ${reference}.`]
  return []
}

/** The date in UTC, as in the number's year: November 22, 2026. */
function dateText(date: Date): string {
  return date.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
}
