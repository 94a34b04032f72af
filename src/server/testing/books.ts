import { v7 as uuidv7 } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import { cents } from '#platform/money.ts'
import { createTestDatabase } from '#platform/testing/database.ts'
import { issueCreditNote } from '#shop/documents/issue-credit-note.server.ts'
import { issueInvoice } from '#shop/documents/issue-invoice.server.ts'
import { type Amounts, orderTax, withTax } from '#shop/tax/tax.ts'
import { addProduct } from './products.ts'

/** The treatment of most buyers. */
export const standard = { treatment: 'standard', reference: null } as const

/** Opens a database with a buyer and a product. */
export async function openBooks() {
  const { db } = await createTestDatabase()
  const { id: productId } = await addProduct(db, { quantity: 0 })
  const accountId = uuidv7()
  const buyer = { email: 'jane@example.com', name: 'Jane', company: 'Vans & Co', taxId: 'DE-77' }
  await db
    .insertInto('account')
    .values({ id: accountId, ...buyer })
    .execute()
  return { db, productId, accountId }
}
type Books = Awaited<ReturnType<typeof openBooks>>

/** Adds an order with a line for each quantity, at 12.50 each. */
export async function addOrder(books: Books, quantities: number[], tax = orderTax(standard, 0)) {
  const { db, productId, accountId } = books
  const id = uuidv7()
  const { count } = await db
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  const number = `FW-${20_001 + Number(count)}`
  const { percent: taxPercent, treatment: taxTreatment, reference: taxReference } = tax
  const buyer = { accountId, name: 'Jane', email: 'jane@example.com', address: '1 Anvil Street' }
  await db
    .insertInto('orders')
    .values({ id, number, ...buyer, searched: '', taxPercent, taxTreatment, taxReference })
    .execute()
  const lines = quantities.map((quantity, index) => ({
    id: uuidv7(),
    orderId: id,
    accountId,
    position: index + 1,
    productId,
    productName: 'Try Square',
    sku: 'P-1',
    image: '/media/x',
    unitPriceCents: 1250,
    quantity,
  }))
  await db.insertInto('orderLine').values(lines).execute()
  return { id, number, lines }
}
export type Line = Awaited<ReturnType<typeof addOrder>>['lines'][number]
const netOf = ({ quantity }: Line) => quantity * 1250

/** Captures a payment of some lines and issues its invoice. */
export function capture(books: Books, lines: Line[], percent: number) {
  return books.db.transaction().execute((db) => recordCapture({ ...books, db }, lines, percent))
}

/** Records a captured payment of some lines, at the end of a transaction. */
export async function recordCapture(
  { db, accountId }: Pick<Books, 'db' | 'accountId'>,
  lines: Line[],
  percent: number,
) {
  const id = uuidv7()
  const charge = withTax(cents(lines.reduce((sum, line) => sum + netOf(line), 0)), percent)
  await db
    .insertInto('payment')
    .values({
      id,
      accountId,
      provider: 'stripe',
      providerId: `pi_${id}`,
      currency: 'usd',
      netCents: charge.net,
      taxCents: charge.tax,
      capturedAt: new Date(),
    })
    .execute()
  const part = { paymentId: id, isLive: true }
  await db
    .insertInto('paymentLine')
    .values(lines.map((line) => ({ ...part, orderLineId: line.id, netCents: netOf(line) })))
    .execute()
  return { id, number: await issueInvoice(db, id), charge }
}

/** Stores a refund that succeeded and issues its credit note. */
export async function recordRefund(db: Db, paymentId: string, part: Amounts, line?: Line) {
  const id = uuidv7()
  return db.transaction().execute(async (db) => {
    await db
      .insertInto('refund')
      .values({
        id,
        paymentId,
        netCents: part.net,
        taxCents: part.tax,
        reason: 'returned',
        status: 'succeeded',
        providerId: `re_${id}`,
        succeededAt: new Date(),
      })
      .execute()
    if (line) {
      const { id: orderLineId, quantity } = line
      await db
        .insertInto('refundLine')
        .values({ refundId: id, orderLineId, quantity, netCents: part.net })
        .execute()
    }
    return { id, number: await issueCreditNote(db, id) }
  })
}
