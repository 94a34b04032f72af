import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#platform/database/database.server.ts'
import { cents } from '#platform/money.ts'
import type { InvoiceContent } from './document-content.server.ts'
import { lineColumns, orderTaxOf, profileOfOrder, toBuyer, toLine } from './document-rows.server.ts'
import { nextNumber, recordIssue } from './numbering/document-numbers.server.ts'
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
    .select(sql.lit('').as('customerNumber'))
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
    buyer: toBuyer([first, ...others], (await profileOfCompany(db, lines)) ?? payment),
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

/**
 * Returns what an invoice says of the company of its orders: the name and tax as the orders keep them, and first
 * address and ERP number of now. Undefined without one company.
 */
async function profileOfCompany(db: Db, lines: LineOfCompany[]) {
  const [order, ...others] = lines
  if (!order || others.some(({ companyId }) => companyId !== order.companyId)) return undefined
  const company = await db
    .selectFrom('company')
    .leftJoin('company as target', 'target.id', 'company.mergedInto')
    .select(['company.addresses', 'company.erpNumber', 'target.erpNumber as targetNumber'])
    .where('company.id', '=', order.companyId)
    .executeTakeFirst()
  if (!company) return undefined
  const [first] = companyAddresses.parse(company.addresses)
  const { street: address = '', ...place } = first ?? {}
  // A merged company has left its number to the other one.
  const customerNumber = company.erpNumber ?? company.targetNumber ?? ''
  return { ...profileOfOrder(order), ...place, address, customerNumber }
}

const text = z.string()
const companyAddresses = z.array(
  z.object({ street: text, city: text, region: text, postcode: text, country: text }),
)

type LineOfCompany = Parameters<typeof profileOfOrder>[0] & { companyId: string | null }
