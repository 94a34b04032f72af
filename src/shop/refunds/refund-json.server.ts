import { z } from '@hono/zod-openapi'
import { centsToDollars } from '#platform/money.ts'
import { removeControlCharacters } from '#platform/text.ts'
import { namedLines, pieceCount } from '#shop/pieces/pieces-json.server.ts'
import type { RefundRow } from './refund.server.ts'
import type { RefundPlan } from './refund-plan.server.ts'

const amount = z.number().describe('In dollars')

const lines = namedLines(
  z
    .strictObject({
      _id: z.uuid(),
      quantity: pieceCount.min(1),
      unshipped: pieceCount
        .optional()
        .describe('How many of them were not shipped; by default, as many as there are'),
    })
    .refine(({ quantity, unshipped = 0 }) => unshipped <= quantity, {
      message: 'More pieces were not shipped than are refunded',
    }),
)
const dollars = z
  .number()
  .min(0.01)
  .max(999_999.99)
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, {
    message: 'At most two decimals',
  })

const ofReturn = {
  return: z.uuid().optional().describe('The return that it is about: its pieces are shipped ones that came'),
}
const ofPieces = { lines, ...ofReturn }
const ofAmount = {
  amount: dollars.describe('In dollars, with tax'),
  ...ofReturn,
}

/** The subject of a refund: pieces of lines, or a free amount. */
export const wantedRefundJson = z.union([z.strictObject(ofPieces), z.strictObject(ofAmount)])

const reason = z.string().overwrite(removeControlCharacters).trim().min(1, 'Say why').max(200)

/** A refund to make; pieces return to stock only where `restock` says so. */
export const newRefundJson = z.union([
  z.strictObject({ ...ofPieces, reason, restock: z.boolean().default(false) }),
  z.strictObject({ ...ofAmount, reason }),
])

export type NewRefund = z.output<typeof newRefundJson>
export type WantedRefund = z.output<typeof wantedRefundJson> & { restock?: boolean }
export type WantedPieces = z.output<typeof lines>[number]

const refundPlanJson = z.object({
  net: amount,
  tax: amount,
  total: amount,
  lines: z.array(
    z.object({
      _id: z.string(),
      quantity: z.number().int().nullable().describe('Pieces that were taken back'),
      unshipped: z
        .number()
        .int()
        .default(0)
        .describe('Of these, pieces that were not shipped and never will be'),
      net: amount,
      isProductDeleted: z
        .boolean()
        .default(false)
        .describe('What goes back to stock can be ordered only if the product is restored'),
    }),
  ),
})

export const refundPreviewJson = refundPlanJson.extend({
  left: amount,
  less: amount.describe('How much less than the price of the pieces, because no more is left'),
})

export type RefundPreview = z.infer<typeof refundPreviewJson>

/** A refund that was made; the provider decides about it later. */
export const refundJson = refundPlanJson.extend({
  _id: z.string(),
  paymentId: z.string(),
  reason: z.string(),
  createdAt: z.string(),
})

export type MadeRefund = z.infer<typeof refundJson>

export function toPlanJson({ net, tax, total, lines }: RefundPlan) {
  return {
    net: centsToDollars(net),
    tax: centsToDollars(tax),
    total: centsToDollars(total),
    // In the order of the schema, so that a repeated request gets the same bytes.
    lines: lines.map(({ lineId, quantity, unshipped, net, isProductDeleted = false }) => ({
      _id: lineId,
      quantity,
      unshipped,
      net: centsToDollars(net),
      isProductDeleted,
    })),
  }
}

export function toRefundJson(refund: RefundRow, plan: RefundPlan): MadeRefund {
  const { id, paymentId, reason, createdAt } = refund
  return { ...toPlanJson(plan), _id: id, paymentId, reason, createdAt: createdAt.toISOString() }
}
