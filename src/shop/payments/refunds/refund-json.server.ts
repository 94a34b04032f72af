import { z } from '@hono/zod-openapi'
import { cents, centsToDollars, dollarsToCents } from '#platform/money.ts'
import type { RefundPlan, WantedRefund } from './refund-plan.ts'
import type { RefundRow } from './refund-queries.server.ts'

const amount = z.number().openapi({ description: 'In dollars' })

const pieces = z
  .array(z.strictObject({ _id: z.uuid(), quantity: z.number().int().min(1).max(1_000_000_000) }))
  .min(1, 'Name at least one line')
  .max(1_000)
  .refine((lines) => new Set(lines.map(({ _id }) => _id)).size === lines.length, {
    message: 'A line is named twice',
  })
const dollars = z
  .number()
  .min(0.01)
  .max(999_999.99)
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, {
    message: 'At most two decimals',
  })

/** The subject of a refund: pieces of lines, or a free amount. */
export const wantedRefundJson = z.union([
  z.strictObject({ lines: pieces }),
  z.strictObject({ amount: dollars.openapi({ description: 'In dollars, with tax' }) }),
])

const reason = z.string().trim().min(1, 'Say why').max(200)

const returned = z.uuid().optional().openapi({ description: 'The return that it is about' })

/** A refund to make; pieces return to stock only where `restock` says so. */
export const newRefundJson = z.union([
  z.strictObject({ lines: pieces, reason, restock: z.boolean().default(false), return: returned }),
  z.strictObject({ amount: dollars, reason, return: returned }),
])

/** A refund plan, for the preview and for the refund itself. */
export const refundPlanJson = z.object({
  net: amount,
  tax: amount,
  total: amount,
  lines: z.array(
    z.object({
      _id: z.string(),
      quantity: z.number().int().nullable().openapi({ description: 'Pieces that were taken back' }),
      net: amount,
    }),
  ),
})

/** What a refund would return, and what would be left of the payment. */
export const refundPreviewJson = refundPlanJson.extend({ left: amount })

/** A refund that was made; the provider decides about it later. */
export const refundJson = refundPlanJson.extend({
  _id: z.string(),
  paymentId: z.string(),
  reason: z.string(),
  createdAt: z.string(),
})

export type MadeRefund = z.infer<typeof refundJson>

/** Returns the refund of a request. */
export function toWanted(json: z.output<typeof wantedRefundJson>): WantedRefund {
  if ('amount' in json) return { total: dollarsToCents(json.amount) }
  return { pieces: json.lines.map(({ _id, quantity }) => ({ lineId: _id, quantity })) }
}

/** Returns the JSON of a refund plan. */
export function toPlanJson({ net, tax, total, lines }: RefundPlan) {
  return {
    net: centsToDollars(net),
    tax: centsToDollars(tax),
    total: centsToDollars(total),
    lines: lines.map(({ lineId, quantity, net }) => ({
      _id: lineId,
      quantity,
      net: centsToDollars(cents(net)),
    })),
  }
}

/** Returns the JSON of a refund that was made. */
export function toRefundJson(refund: RefundRow, plan: RefundPlan): MadeRefund {
  const { id, paymentId, reason, createdAt } = refund
  return { ...toPlanJson(plan), _id: id, paymentId, reason, createdAt: createdAt.toISOString() }
}
