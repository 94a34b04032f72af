import { z } from '@hono/zod-openapi'
import { cents, centsToDollars } from '#platform/money.ts'
import { MAX_ORDERS_IN_PAYMENT, type PlacedLine } from '#shop/orders/order.ts'
import { orderLineJson, toLineJson } from '#shop/orders/order-json.server.ts'
import type { OpenPayment } from './open-payment.server.ts'
import { providerNames } from './provider/provider-form.ts'

const ids = (what: string) =>
  z
    .array(z.string().max(100))
    .min(1, `Choose at least one ${what}`)
    .max(MAX_ORDERS_IN_PAYMENT, `One payment covers at most ${MAX_ORDERS_IN_PAYMENT} ${what}s`)
    .refine((ids) => new Set(ids.map((id) => id.toLowerCase())).size === ids.length, {
      message: `An ${what} is named twice`,
    })

/** The subject of a payment: all open lines of orders, by `_id` or number, or single lines. */
export const newPaymentJson = z.union([
  z.strictObject({ orderIds: ids('order') }),
  z.strictObject({ lineIds: ids('order line') }),
])

/** The card provider's data for the card fields. */
export const providerFormJson = z.object({
  provider: z.enum(providerNames),
  publishableKey: z.string(),
  scriptUrl: z.string().nullable(),
})

const formJson = providerFormJson.extend({
  clientSecret: z.string(),
  isProcessing: z.boolean().describe('Whether the bank is still processing the confirmed payment'),
})

/** An order of one line with the data that the browser's card form needs. */
export const payableLineJson = orderLineJson.extend(formJson.shape)

/** A payment with its lines and the data that the browser's card form needs. */
export const payableJson = formJson.extend({
  _id: z.string(),
  net: z.number().describe('The sum of its lines, in dollars'),
  tax: z.number().describe('Computed once, on the net sum'),
  total: z.number().describe('The amount charged'),
  lines: z.array(orderLineJson),
})

export type PayableLine = z.infer<typeof payableLineJson>
export type PayablePayment = z.infer<typeof payableJson>

export function toPayableJson({ payment, form }: OpenPayment, lines: PlacedLine[]): PayablePayment {
  const { id, netCents, taxCents, totalCents } = payment
  return {
    _id: id,
    net: centsToDollars(cents(netCents)),
    tax: centsToDollars(cents(taxCents)),
    total: centsToDollars(cents(totalCents)),
    lines: lines.map(toLineJson),
    ...form,
  }
}
