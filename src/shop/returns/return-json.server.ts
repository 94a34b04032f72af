import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { cents, centsToDollars } from '#platform/money.ts'
import { orderHeaderJson, toCompany, toCompanyJson } from '#shop/orders/order-header.server.ts'
import { totals } from '#shop/tax/tax.ts'
import type { ReturnRow } from './return-queries.server.ts'
import { type ReturnReason, type ReturnStatus, returnReasons, returnStatuses } from './return-request.ts'

const count = z.number().int()

export const returnJson = z
  .object({
    _id: z.string(),
    number: z.string().openapi({ example: 'FW-10428-R1' }),
    orderId: z.string(),
    orderNumber: z.string().openapi({ example: 'FW-10428' }),
    buyer: z.string().describe('The name on the order'),
    company: orderHeaderJson.shape.company,
    status: z.enum(returnStatuses),
    version: count.describe('To be sent with each change'),
    reason: z.enum(returnReasons),
    note: z.string().optional().describe('The buyer’s own words'),
    refusal: z.string().optional().describe('Why it was refused'),
    requestedAt: z.string(),
    receivedAt: z.string().optional(),
    total: z
      .number()
      .describe('What its pieces cost, in dollars with tax: once it is received, those that came'),
    refunded: z.number().describe('Refunds that name it and succeeded, in dollars'),
    refunding: z.number().describe('Those on their way'),
    lines: z.array(
      z.object({
        _id: z.string().describe('Of the order’s line'),
        sku: z.string(),
        productName: z.string(),
        imgURL: z.string(),
        quantity: count,
        received: count,
        restocked: count.describe('Back in stock'),
        scrapped: count,
        isProductDeleted: z
          .boolean()
          .describe('What is back in stock can be ordered only if the product is restored'),
      }),
    ),
  })
  .openapi('Return')

export type Return = z.infer<typeof returnJson>

export const orderReturnsJson = z.object({
  returnable: z.array(z.object({ _id: z.string().describe('Of the order’s line'), quantity: count })),
  returns: z.array(returnJson),
})

export async function toReturnJson(db: Db, row: ReturnRow): Promise<Return> {
  const [json] = await toReturnsJson(db, [row])
  if (!json) throw new Error(`Return ${row.number} has no JSON`)
  return json
}

export async function toReturnsJson(db: Db, rows: ReturnRow[]): Promise<Return[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const orders = await db
    .selectFrom('orders')
    .select(['id', 'number', 'name', 'companyId', 'companyName', 'taxPercent'])
    .where(
      'id',
      'in',
      rows.map(({ orderId }) => orderId),
    )
    .execute()
  const lines = await db
    .selectFrom('returnLine')
    .innerJoin('orderLine', 'orderLine.id', 'orderLineId')
    .innerJoin('product', 'product.id', 'productId')
    .select(['returnId', 'orderLineId', 'orderLine.sku', 'productName', 'returnLine.quantity'])
    .select(['received', 'restocked', 'scrapped', 'deletedAt', 'orderLine.image', 'orderLine.unitPriceCents'])
    .where('returnId', 'in', ids)
    .orderBy('orderLine.position')
    .execute()
  const refunds = await db
    .selectFrom('refund')
    .select(({ fn }) => [
      'returnId',
      fn.sum<string>('cents').filterWhere('succeededAt', 'is not', null).as('refunded'),
      fn.sum<string>('cents').filterWhere('succeededAt', 'is', null).as('refunding'),
    ])
    .where('returnId', 'in', ids)
    .where('isCounted', '=', true)
    .groupBy('returnId')
    .execute()
  return rows.map((row) => {
    const order = orders.find(({ id }) => id === row.orderId)
    const ofReturn = lines.filter(({ returnId }) => returnId === row.id)
    const pieces = ofReturn.map(({ unitPriceCents, received, quantity }) => ({
      unitPrice: cents(unitPriceCents),
      quantity: row.receivedAt ? received : quantity,
    }))
    const { total } = totals(pieces, { percent: Number(order?.taxPercent ?? 0) })
    const money = refunds.find(({ returnId }) => returnId === row.id)
    return {
      _id: row.id,
      number: row.number,
      orderId: row.orderId,
      orderNumber: order?.number ?? '',
      buyer: order?.name ?? '',
      company: order && toCompanyJson(toCompany(order)),
      status: row.status as ReturnStatus,
      version: row.version,
      reason: row.reason as ReturnReason,
      note: row.note ?? undefined,
      refusal: row.refusal ?? undefined,
      requestedAt: row.requestedAt.toISOString(),
      receivedAt: row.receivedAt?.toISOString(),
      total: centsToDollars(total),
      refunded: centsToDollars(cents(Number(money?.refunded ?? 0))),
      refunding: centsToDollars(cents(Number(money?.refunding ?? 0))),
      lines: ofReturn.map(({ orderLineId, sku, productName, image, deletedAt, ...line }) => ({
        _id: orderLineId,
        sku,
        productName,
        imgURL: image,
        quantity: line.quantity,
        received: line.received,
        restocked: line.restocked,
        scrapped: line.scrapped,
        isProductDeleted: deletedAt !== null,
      })),
    }
  })
}
