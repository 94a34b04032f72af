import { cents } from '#platform/money.ts'
import type { DocumentLine, InvoiceContent } from '#shop/documents/document-content.server.ts'
import { invoiceLayout } from '#shop/documents/pdf/document-layout.server.ts'

/** A line of an invoice, with a letter that not every font has. */
export const line: DocumentLine = {
  orderNumber: 'FW-10001',
  poNumber: 'PO-7',
  productName: 'Słotted hammer',
  sku: 'FW-1013',
  unitPrice: cents(1250),
  quantity: 1200,
  net: cents(1_500_000),
}

/** The content of an invoice with this line. */
export const content: InvoiceContent = {
  seller: {
    name: 'Forgewell',
    address: '1 Anvil Street\nDetroit',
    taxId: '12-3',
    email: 'sales@example.com',
    taxName: 'Sales tax',
    paper: 'auto',
  },
  buyer: {
    name: 'Jane 漢 Buyer',
    billingAddress: '',
    address: '2 Vise Road',
    shippingAddress: null,
    isSentToSeveral: false,
    country: 'Germany',
    customerNumber: '',
    company: 'Vans & Co <b>',
    taxId: 'DE1',
  },
  lines: [line],
  tax: { percent: 8.25, treatment: 'standard', reference: null },
  amounts: { net: cents(1_500_000), tax: cents(123_750), total: cents(1_623_750) },
  payment: 'pi_1',
  card: { brand: 'visa', last4: '4242' },
}

/** Returns the layout of the invoice, changed as given. */
export const invoice = (given: Partial<InvoiceContent> = {}) =>
  invoiceLayout({
    number: 'INV-2026-00001',
    issuedAt: new Date('2026-11-22T23:30:00Z'),
    content: { ...content, ...given },
  })
