import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { cents } from '#platform/money.ts'
import type { DocumentKind } from './document.ts'
import {
  type CreditNoteContent,
  type InvoiceContent,
  invoiceContent,
} from './document-content.server.ts'
import { lineColumns, orderTaxOf, toBuyer, toLine } from './document-rows.server.ts'
import { findSeller } from './seller.server.ts'

/**
 * Issues the invoice of a captured payment, over all its lines: what they do not keep is a refund with a
 * credit note. Call it last in the transaction that records the money, because the lock of the counter
 * lasts until the commit. Returns the invoice's number.
 */
export async function issueInvoice(db: Db, paymentId: string): Promise<string> {
  const payment = await db
    .selectFrom('payment')
    .innerJoin('account', 'account.id', 'payment.accountId')
    .select(['accountId', 'providerId', 'netCents', 'taxCents', 'totalCents'])
    .select(['company', 'taxId', 'country'])
    .where('payment.id', '=', paymentId)
    .executeTakeFirstOrThrow()
  const lines = await db
    .selectFrom('paymentLine')
    .innerJoin('orderLine', 'orderLine.id', 'paymentLine.orderLineId')
    .innerJoin('orders', 'orders.id', 'orderLine.orderId')
    .select(lineColumns)
    .select(['paymentLine.netCents', 'orderLine.quantity'])
    .where('paymentId', '=', paymentId)
    .orderBy('orders.id')
    .orderBy('orderLine.position')
    .execute()
  const [first] = lines
  if (!first) throw new Error(`Payment ${paymentId} has no lines`)
  const content: InvoiceContent = {
    seller: await findSeller(db),
    buyer: toBuyer(first, payment),
    lines: lines.map(toLine),
    tax: orderTaxOf(first),
    amounts: {
      net: cents(payment.netCents),
      tax: cents(payment.taxCents),
      total: cents(payment.totalCents),
    },
    payment: payment.providerId ?? '',
  }
  const issued = await nextNumber(db, 'INV')
  const { number } = issued
  const { accountId } = payment
  await db
    .insertInto('invoice')
    .values({ ...issued, accountId, paymentId, content: JSON.stringify(content) })
    .execute()
  await db
    .insertInto('invoiceLine')
    .values(
      lines.map(({ orderLineId, quantity, netCents }) => ({
        invoiceNumber: number,
        orderLineId,
        quantity,
        netCents,
      })),
    )
    .execute()
  await recordIssue(
    db,
    { kind: 'invoice', number },
    lines.map(({ orderId }) => orderId),
  )
  return number
}

/**
 * Issues the credit note of a refund that succeeded, unless it has one: a refund that the bank returned
 * may succeed again. Call it last in the transaction, like `issueInvoice`. Returns its number.
 */
export async function issueCreditNote(db: Db, refundId: string): Promise<string> {
  const refund = await db
    .selectFrom('refund')
    .innerJoin('invoice', 'invoice.paymentId', 'refund.paymentId')
    .leftJoin('creditNote', 'creditNote.refundId', 'refund.id')
    .select(['refund.netCents', 'refund.taxCents', 'refund.cents', 'refund.providerId'])
    .select(['invoice.number as invoiceNumber', 'invoice.accountId', 'invoice.content as invoiced'])
    .select(['refund.paymentId', 'creditNote.number as issuedBefore'])
    .where('refund.id', '=', refundId)
    .executeTakeFirstOrThrow()
  if (refund.issuedBefore !== null) return refund.issuedBefore
  const lines = await db
    .selectFrom('refundLine')
    .innerJoin('orderLine', 'orderLine.id', 'refundLine.orderLineId')
    .innerJoin('orders', 'orders.id', 'orderLine.orderId')
    .select(lineColumns)
    .select(['refundLine.netCents', 'refundLine.quantity'])
    .where('refundId', '=', refundId)
    .orderBy('orders.id')
    .orderBy('orderLine.position')
    .execute()
  const { buyer, tax, payment } = invoiceContent.parse(refund.invoiced)
  const content: CreditNoteContent = {
    seller: await findSeller(db),
    buyer,
    lines: lines.map(toLine),
    tax,
    amounts: {
      net: cents(refund.netCents),
      tax: cents(refund.taxCents),
      total: cents(refund.cents),
    },
    payment,
    refund: refund.providerId ?? '',
    invoiceNumber: refund.invoiceNumber,
  }
  const issued = await nextNumber(db, 'CN')
  const { number } = issued
  await db
    .insertInto('creditNote')
    .values({ ...issued, accountId: refund.accountId, refundId, content: JSON.stringify(content) })
    .execute()
  await recordIssue(db, { kind: 'credit-note', number }, await ordersOf(db, refund.paymentId))
  return number
}

async function ordersOf(db: Db, paymentId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('paymentLine')
    .innerJoin('orderLine', 'orderLine.id', 'paymentLine.orderLineId')
    .select('orderId')
    .where('paymentId', '=', paymentId)
    .execute()
  return rows.map(({ orderId }) => orderId)
}

async function recordIssue(
  db: Db,
  document: { kind: DocumentKind; number: string },
  orderIds: string[],
): Promise<void> {
  const rows = [...new Set(orderIds)].map((orderId) => ({
    orderId,
    kind: 'document-issued',
    data: JSON.stringify(document),
  }))
  await db.insertInto('orderEvent').values(rows).execute()
}

type Series = 'INV' | 'CN'

/**
 * Takes the next number of this year (UTC) and locks the counter until the transaction ends, so that
 * numbers have no gaps and follow the order of issue, also with several processes.
 */
async function nextNumber(db: Db, series: Series) {
  const { rows } = await sql<{ year: number; position: number; issuedAt: Date }>`
    insert into document_counter (series, year, last_position)
    values (${series}, extract(year from clock_timestamp() at time zone 'UTC'), 1)
    on conflict (series, year) do update set last_position = document_counter.last_position + 1
    returning year, last_position as position, clock_timestamp() as issued_at
  `.execute(db)
  const [row] = rows
  if (!row) throw new Error(`No number for ${series}`)
  const number = `${series}-${row.year}-${String(row.position).padStart(5, '0')}`
  return { ...row, number }
}
