import { cardText } from '#platform/card-text.ts'
import { formatDollars } from '#platform/money.ts'
import { addressLines } from '#platform/postal-address.ts'
import type {
  CreditNoteContent,
  DocumentBuyer,
  DocumentContent,
  DocumentLine,
  InvoiceContent,
} from '#shop/documents/document-content.server.ts'
import { paperSize } from './paper-size.server.ts'

type Labelled = [label: string, value: string]

/** A column of the lines; the product's takes the width that the others leave, in points. */
export type Column = { name: string; width: number | null; align: 'left' | 'right' }

export type DocumentLayout = {
  title: string
  /** Also the date of the file, so that its bytes never change. */
  issuedAt: Date
  paper: 'A4' | 'LETTER'
  /** Beside the mark or the logo. */
  shop: string
  /** The owner's logo, and its JPEG once it is read. */
  logoUrl?: string | undefined
  logo?: Uint8Array | undefined
  /** Whether the demo's mark stands where no logo is. */
  hasMark?: boolean | undefined
  /** The colour of the letterhead, if it is not the default. */
  accent?: string | undefined
  /** Blocks side by side: seller, buyer and address. */
  parties: { heading: string; lines: string[] }[]
  details: Labelled[]
  columns: Column[]
  /** The cells of each line, by column. */
  lines: string[][]
  totals: Labelled[]
  notes: string[]
}

type Issued<Content> = { number: string; issuedAt: Date; content: Content }

export function invoiceLayout({ number, issuedAt, content }: Issued<InvoiceContent>): DocumentLayout {
  return {
    ...layoutOf(content, 'Total'),
    title: `Invoice ${number}`,
    issuedAt,
    details: [
      ['Invoice number', number],
      ['Date', dateText(issuedAt)],
      ...customerDetails(content),
      ...orderDetails(content),
      ...paymentDetails(content),
    ],
    notes: [
      `Paid in full on ${dateText(issuedAt)}. The goods ship after the payment.`,
      ...taxNotes(content.tax),
    ],
  }
}

export function creditNoteLayout(note: Issued<CreditNoteContent>): DocumentLayout {
  const { number, issuedAt, content } = note
  const { invoiceNumber, refund, paidBack, reason } = content
  const layout = layoutOf(content, 'Refunded')
  // An amount without pieces has no lines; it is one cell, and the amount the last.
  const part = layout.columns.map((_, index) => (index === 0 ? `Part of invoice ${invoiceNumber}` : ''))
  const amount = formatDollars(content.amounts.net)
  return {
    ...layout,
    lines: layout.lines.length > 0 ? layout.lines : [part.with(-1, amount)],
    title: `Credit note ${number}`,
    issuedAt,
    details: [
      ['Credit note number', number],
      ['Date', dateText(issuedAt)],
      ['Invoice', invoiceNumber],
      ...customerDetails(content),
      ...orderDetails(content),
      ...paymentDetails(content),
      ...(refund === null ? [] : [['Refund', refund] as Labelled]),
      ...(paidBack === null ? [] : [['Paid back', paidBack] as Labelled]),
      ['Reason', reason],
    ],
    notes: [
      paidBack === null ? 'The amount was refunded to the card that paid.' : 'The amount was paid back.',
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
    shop: seller.name,
    logoUrl: seller.logo,
    hasMark: seller.hasMark,
    accent: seller.accent,
    parties: [
      {
        heading: 'Seller',
        lines: filled([
          seller.name,
          ...seller.address.split('\n'),
          `Tax ID ${seller.taxId}`,
          seller.email,
          ...(seller.bank?.split('\n') ?? []),
        ]),
      },
      { heading: 'Bill to', lines: billTo(buyer) },
      { heading: 'Ship to', lines: shipTo(buyer) },
    ],
    columns: columns.filter(({ name }) => ofSeveral || name !== 'Order'),
    lines: lines.map((line) => cellsOf(line, ofSeveral)),
    totals: [
      ['Net', formatDollars(amounts.net)],
      [`${seller.taxName}, ${tax.percent} %`, formatDollars(amounts.tax)],
      [label, formatDollars(amounts.total)],
    ] as Labelled[],
  }
}

const columns: Column[] = [
  { name: 'Product', width: null, align: 'left' },
  { name: 'SKU', width: 82, align: 'left' },
  { name: 'Order', width: 56, align: 'left' },
  { name: 'Quantity', width: 48, align: 'right' },
  { name: 'Price each', width: 62, align: 'right' },
  { name: 'Total', width: 72, align: 'right' },
]

function cellsOf(line: DocumentLine, ofSeveral: boolean): string[] {
  const { productName, sku, orderNumber, unitPrice, quantity, net } = line
  return [
    productName,
    sku,
    ...(ofSeveral ? [orderNumber] : []),
    quantity === null ? '' : quantity.toLocaleString('en-US'),
    quantity === null ? '' : formatDollars(unitPrice),
    formatDollars(net),
  ]
}

const filled = (lines: string[]) => lines.filter((line) => line !== '')

/** Without an address in the profile, the bill goes to the shipping address. */
function billTo(buyer: DocumentBuyer): string[] {
  const { company, name, billingAddress, taxId } = buyer
  const address = billingAddress === '' ? shippingLines(buyer) : billingAddress.split('\n')
  return filled([company, name, ...address, taxId && `Tax ID ${taxId}`])
}

function shipTo(buyer: DocumentBuyer): string[] {
  if (buyer.isSentToSeveral) return ['Several addresses,', 'named by the order confirmations']
  return filled([buyer.shippingAddress?.name || buyer.name, ...shippingLines(buyer)])
}

function shippingLines({ address, shippingAddress }: DocumentBuyer): string[] {
  return shippingAddress ? addressLines(shippingAddress) : [address]
}

function ordersOf(lines: DocumentLine[]): DocumentLine[] {
  return [...new Map(lines.map((line) => [line.orderNumber, line])).values()]
}

/** The number of a single order, and the PO numbers, each once with its orders if there are several. */
function orderDetails({ lines }: DocumentContent): Labelled[] {
  const orders = ordersOf(lines)
  const [order, another] = orders
  const isOne = order !== undefined && another === undefined
  const named = Map.groupBy(
    orders.filter(({ poNumber }) => poNumber !== null),
    ({ poNumber }) => poNumber,
  )
  const poNumbers = [...named].map(([poNumber, its]) =>
    its.length === orders.length
      ? poNumber
      : `${poNumber} (${its.map(({ orderNumber }) => orderNumber).join(', ')})`,
  )
  return [
    ...(isOne ? [['Order number', order.orderNumber] as Labelled] : []),
    ...(poNumbers.length > 0
      ? [[poNumbers.length === 1 ? 'PO number' : 'PO numbers', poNumbers.join(', ')] as Labelled]
      : []),
  ]
}

function customerDetails({ buyer }: DocumentContent): Labelled[] {
  return buyer.customerNumber === '' ? [] : [['Customer number', buyer.customerNumber]]
}

function paymentDetails({ payment, card }: InvoiceContent): Labelled[] {
  return [...(card ? [['Paid by', cardText(card)] as Labelled] : []), ['Payment', payment]]
}

/** The reason for charging no tax, which invoices must state. */
function taxNotes({ treatment, reference }: DocumentContent['tax']): string[] {
  if (treatment === 'exempt') return [`Exempt from tax: certificate ${reference}.`]
  if (treatment === 'reverse-charge') return [`Reverse charge: the buyer owes the tax, tax ID ${reference}.`]
  return []
}

/** The date in UTC, as in the number's year: November 22, 2026. */
export function dateText(date: Date): string {
  return date.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
}
