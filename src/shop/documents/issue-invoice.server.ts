import type { Db } from '#platform/database/database.server.ts'
import { cents } from '#platform/money.ts'
import type { InvoiceContent } from './document-content.server.ts'
import { nextNumber, recordIssue } from './document-numbers.server.ts'
import { lineColumns, orderTaxOf, toBuyer, toLine } from './document-rows.server.ts'
import { findSeller } from './seller.server.ts'

/**
 * Issues the invoice of a payment that has paid its lines. Call it last in the transaction that records
 * the money, because the lock of the counter lasts until the commit. Returns the invoice's number.
 */
export async function issueInvoice(db: Db, paymentId: string): Promise<string> {
  const payment = await db
    .selectFrom('payment')
    .innerJoin('account', 'account.id', 'payment.accountId')
    .select(['accountId', 'providerId', 'netCents', 'taxCents', 'totalCents'])
    .select(['cardBrand', 'cardLast4'])
    .select(['company', 'taxId', 'address', 'city', 'region', 'postcode', 'country'])
    .where('payment.id', '=', paymentId)
    .executeTakeFirstOrThrow()
  const lines = await db
    .selectFrom('paymentLine')
    .innerJoin('orderLine', 'orderLine.id', 'paymentLine.orderLineId')
    .innerJoin('orders', 'orders.id', 'orderLine.orderId')
    .select(lineColumns)
    .select(['paymentLine.netCents', 'orderLine.quantity', 'orderLine.productId'])
    .where('paymentLine.paymentId', '=', paymentId)
    .orderBy('orders.id')
    .orderBy('orderLine.position')
    .execute()
  const [first, ...others] = lines
  if (!first) throw new Error(`Payment ${paymentId} has no lines`)
  const { cardBrand, cardLast4 } = payment
  const content: InvoiceContent = {
    seller: await findSeller(db),
    buyer: toBuyer([first, ...others], payment),
    lines: lines.map(toLine),
    tax: orderTaxOf(first),
    amounts: {
      net: cents(payment.netCents),
      tax: cents(payment.taxCents),
      total: cents(payment.totalCents),
    },
    payment: payment.providerId ?? '',
    card: cardBrand && cardLast4 ? { brand: cardBrand, last4: cardLast4 } : null,
  }
  const issued = await nextNumber(db, 'INV')
  const { number, issuedAt } = issued
  const { accountId } = payment
  await db
    .insertInto('invoice')
    .values({ ...issued, accountId, paymentId, content: JSON.stringify(content) })
    .execute()
  await db
    .insertInto('invoiceLine')
    .values(
      lines.map(({ orderLineId, quantity, netCents, productId }) => ({
        invoiceNumber: number,
        orderLineId,
        quantity,
        netCents,
        issuedAt,
        productId,
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
