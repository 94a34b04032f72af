import { z } from '@hono/zod-openapi'
import { centsToDollars } from '#platform/money.ts'
import { paidCard } from '#shop/documents/document-content.server.ts'
import {
  cancelledShipmentJson,
  type OrderShipping,
  orderShipmentJson,
} from '#shop/pieces/order-shipments.server.ts'
import { shippingStates } from '#shop/pieces/pieces.ts'
import type { OrderRefunded } from '#shop/pieces/refunded-orders.server.ts'
import { type Amounts, addAmounts, type OrderTax, totals } from '#shop/tax/tax.ts'
import {
  lineCan,
  lineStateNames,
  orderStatus,
  orderStatuses,
  type PlacedLine,
  type PlacedOrder,
} from './order.ts'
import { orderEventKinds } from './order-events.server.ts'
import { orderHeaderJson, toHeaderJson } from './order-header.server.ts'

/** A line of an order as the API returns it and pages receive it; the specification's order. */
export const orderLineJson = z
  .object({
    _id: z.string(),
    orderId: z.string(),
    orderNumber: z.string().openapi({ example: 'FW-10428' }),
    ...orderHeaderJson.shape,
    productId: z.string(),
    productName: z.string(),
    sku: z.string().describe('The SKU of the product when it was ordered'),
    perPrice: z.number().describe('Unit price in dollars when it was ordered'),
    quantity: z.number().int(),
    imgURL: z.string(),
    createdAt: z.string(),
    status: z.enum(lineStateNames),
    heldUntil: z.string().optional().describe('Until when its stock is held; only while it is unpaid'),
    transactionId: z.string().optional().describe('Present once paid'),
    cancelledAt: z.string().optional(),
    card: paidCard.optional().describe('Only with its order: the card that paid it, if it is known'),
    refundedPieces: z.number().int().optional().describe('Only with its order: pieces that were refunded'),
  })
  .openapi('Order')

export const lineDetailsJson = orderLineJson.extend({
  paidAt: z.string().optional(),
  priceReason: z.string().optional().describe('Only to admins: which price lists its price came from'),
  stockRestored: z.boolean().optional().describe('Once cancelled; false when the product is deleted'),
})

export const orderJson = z
  .object({
    _id: z.string(),
    number: z.string().openapi({ example: 'FW-10428' }),
    buyerId: z.string().describe('The `_id` of the buyer, whose e-mail may change'),
    ...orderHeaderJson.shape,
    placedAt: z.string(),
    status: z.enum(orderStatuses).describe('Derived from its lines'),
    heldUntil: z.string().optional().describe('Until when unpaid lines hold their stock'),
    taxPercent: z.number().describe('As of the placement of the order'),
    net: z.number().describe('The sum of the lines that are not cancelled'),
    tax: z.number().describe('As charged; for open lines, as if paid at once'),
    total: z.number(),
    open: z.number().describe('The open amount, with tax'),
    refunded: z.number().optional().describe('What went back, with tax; absent where nothing did'),
    shipping: z
      .enum(shippingStates)
      .optional()
      .describe('Derived from its shipments; absent while nothing is to be shipped'),
    trackingUrl: z
      .string()
      .optional()
      .describe('Only in lists: the carrier’s page, if all shipments have the same'),
    lines: z.array(orderLineJson),
  })
  .openapi('OrderWithLines')

/** An order as its own call returns it, with its shipments and its latest events, oldest first. */
export const orderDetailsJson = orderJson.extend({
  termsVersion: z.number().int().optional().describe('The version of the terms that it was placed under'),
  shipments: z.array(orderShipmentJson).describe('Those that were shipped'),
  toShip: z.number().int().describe('Paid pieces that are left to ship'),
  cancelledShipments: z
    .array(cancelledShipmentJson)
    .optional()
    .describe('For admins: those that were cancelled after they had been shipped'),
  lines: z.array(lineDetailsJson),
  events: z.array(
    z.object({
      at: z.string(),
      kind: z.enum(orderEventKinds),
      by: z.enum(['you', 'buyer', 'admin', 'shop']),
      data: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])),
    }),
  ),
})

export const orderCountJson = z.object({
  count: z.number(),
  more: z.boolean().describe('The real number is higher'),
})

/** Returns the JSON of an order with its lines, with how far its shipments are and what was refunded. */
export function toOrderJson(
  order: PlacedOrder,
  shipping?: OrderShipping | undefined,
  refunded?: OrderRefunded | undefined,
): z.infer<typeof orderJson> {
  const status = orderStatus(order.lines)
  const charged = order.lines.filter((line) => status === 'cancelled' || line.status !== 'cancelled')
  const amounts = previewAmounts(charged, order.tax)
  const open = totals(order.lines.filter(lineCan.cancel), order.tax)
  return {
    _id: order.id,
    number: order.number,
    buyerId: order.accountId,
    ...toHeaderJson(order),
    placedAt: order.placedAt.toISOString(),
    status,
    ...(order.lines.some(lineCan.pay) && { heldUntil: order.heldUntil.toISOString() }),
    taxPercent: order.tax.percent,
    net: centsToDollars(amounts.net),
    tax: centsToDollars(amounts.tax),
    total: centsToDollars(amounts.total),
    open: centsToDollars(open.total),
    ...(refunded && { refunded: centsToDollars(refunded.refunded) }),
    ...shipping,
    lines: order.lines.map((line) => ({ ...toLineJson(line), ...refundedOf(line, refunded) })),
  }
}

function refundedOf({ id }: PlacedLine, refunded: OrderRefunded | undefined) {
  const refundedPieces = refunded?.pieces.get(id)
  return refundedPieces === undefined ? {} : { refundedPieces }
}

export function toOrderDetailsJson(
  order: PlacedOrder,
  refunded: OrderRefunded | undefined,
  { isAdmin }: { isAdmin: boolean },
) {
  const lines = order.lines.map((line) => ({
    ...toLineDetailsJson(line),
    card: line.card ?? undefined,
    ...(isAdmin && line.priceReason !== null && { priceReason: line.priceReason }),
    ...refundedOf(line, refunded),
  }))
  return { ...toOrderJson(order, undefined, refunded), lines }
}

/** Returns the cost of lines: as charged for paid ones, and as a single payment for the others. */
function previewAmounts(lines: PlacedLine[], tax: OrderTax): Amounts {
  const payments = Map.groupBy(lines, ({ transactionId }) => transactionId)
  return addAmounts(...[...payments.values()].map((paid) => totals(paid, tax)))
}

export function toLineJson(line: PlacedLine): z.infer<typeof orderLineJson> {
  return {
    orderNumber: line.orderNumber,
    _id: line.id,
    orderId: line.orderId,
    ...toHeaderJson(line),
    productId: line.productId,
    productName: line.productName,
    sku: line.sku,
    perPrice: centsToDollars(line.unitPrice),
    quantity: line.quantity,
    imgURL: line.image,
    createdAt: line.placedAt.toISOString(),
    status: line.status,
    ...(line.status === 'unpaid' && { heldUntil: line.heldUntil.toISOString() }),
    transactionId: line.transactionId ?? undefined,
    cancelledAt: line.cancelledAt?.toISOString(),
  }
}

export function toLineDetailsJson(line: PlacedLine): z.infer<typeof lineDetailsJson> {
  return {
    ...toLineJson(line),
    paidAt: line.paidAt?.toISOString(),
    stockRestored: line.stockRestored ?? undefined,
  }
}
