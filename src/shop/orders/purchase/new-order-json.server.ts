import { z } from '@hono/zod-openapi'
import { refusal } from '#platform/http/api/rest-api.server.ts'
import { centsToDollars } from '#platform/money.ts'
import { MAX_LINES } from '#shop/list-store/order-list.ts'
import { listVersion } from '#shop/list-store/order-list-json.ts'
import { refuseOrder } from '#shop/orders/order-refusals.server.ts'
import type { LineError } from './check-order-lines.ts'
import { newOrder, orderRecipient } from './order-forms.ts'

/** The body of `POST /orders`. Quantities are checked with the rules, so that one answer names every line at fault. */
export const newOrderOfLines = orderRecipient.extend({
  lines: z
    .array(
      newOrder.pick({ productId: true, perPrice: true }).extend({
        quantity: z
          .number('Quantity is required')
          .openapi({ type: 'integer', minimum: 1, maximum: 2 ** 31 - 1 }),
      }),
      'lines is required',
    )
    .min(1, 'An order needs at least one line')
    .max(MAX_LINES, `At most ${MAX_LINES} lines`),
  payAtOnce: z
    .boolean()
    .optional()
    .describe(
      'Whether the buyer pays it in the same step: one mail tells the outcome, and a new buyer’s order is held for 15 minutes only',
    ),
  listVersion: listVersion
    .optional()
    .describe(
      'The version of my order list that is placed: refused when another device has changed or placed it',
    ),
})

export type NewOrderOfLines = z.infer<typeof newOrderOfLines>

const lineError = z
  .object({
    index: z.number().int().describe('Of the line, from 0'),
    code: z.string(),
    message: z.string(),
    field: z.string().optional().describe('The invalid field of the line'),
    perPrice: z.number().optional().describe('The current price, if the line has another one'),
    available: z
      .number()
      .int()
      .optional()
      .describe(
        'The largest possible quantity within stock and limits, beside the other lines; 0 if the line must be taken out',
      ),
    minimum: z.number().int().optional().describe('The minimum order, if the line is below it'),
  })
  .openapi('OrderLineError')

/** A refused order: nothing was ordered, and every line at fault is named. */
export const refusedLines = refusal.extend({ lines: z.array(lineError) }).openapi('RefusedOrder')

export type RefusedLines = z.infer<typeof refusedLines>

/** Returns the status and body for an order whose lines break the rules. */
export function refuseLines(errors: LineError[], count: number) {
  const refused = errors.map(toLineJson)
  const isInvalid = refused.every(({ status }) => status === 422)
  const body: RefusedLines = {
    code: 'lines-refused',
    message: `Nothing was ordered. ${whichLines(errors.length, count)}.`,
    lines: refused.map(({ line }) => line),
  }
  return { status: isInvalid ? (422 as const) : (409 as const), body }
}

function whichLines(errors: number, count: number): string {
  if (count === 1) return 'The line needs a change'
  return `${errors} of ${count} lines ${errors === 1 ? 'needs' : 'need'} a change`
}

function toLineJson({ index, refusal, unitPrice, available, minimum }: LineError) {
  const { status, code, message, field } =
    refusal.refused === 'invalid'
      ? { status: 422, code: 'invalid', message: refusal.message, field: 'quantity' }
      : textOf(refusal)
  const line = {
    index,
    code,
    message,
    field,
    ...(unitPrice !== undefined && { perPrice: centsToDollars(unitPrice) }),
    available,
    minimum,
  }
  return { status, line }
}

function textOf(refusal: Parameters<typeof refuseOrder>[0]) {
  const { status, body } = refuseOrder(refusal)
  const [field] = Object.keys(body.fields ?? {})
  return { status, code: body.code, message: body.message, field }
}

/** Returns the body for an order that is not in its form; messages of lines are named by line. */
export function refuseForm(error: z.core.$ZodError): RefusedLines {
  const lines: RefusedLines['lines'] = []
  const fields: Record<string, string> = {}
  for (const { path, message } of error.issues) {
    const [list, index, field] = path
    if (list === 'lines' && typeof index === 'number') {
      const isNamed = lines.some((line) => line.index === index)
      if (!isNamed) {
        lines.push({ index, code: 'invalid', message, ...(field && { field: String(field) }) })
      }
    } else if (path.length > 0) {
      fields[path.join('.')] ??= message
    }
  }
  const message = error.issues[0]?.message ?? 'Malformed request'
  return { code: 'invalid', message, fields, lines }
}
