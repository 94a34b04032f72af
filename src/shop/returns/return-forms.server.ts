import { z } from '@hono/zod-openapi'
import { listQuery } from '#platform/http/api/rest-api.server.ts'
import { asLines, removeControlCharacters } from '#platform/text.ts'
import { namedLines, pieceCount, piecesOfLinesJson } from '#shop/pieces/pieces-json.server.ts'
import { returnLists, returnReasons } from './return-request.ts'

const version = z.number().int().describe('Of the return as it was read')

export const newReturnJson = z.strictObject({
  order: z.string().max(40).describe('Its number or `_id`'),
  reason: z.enum(returnReasons),
  note: z
    .string()
    .overwrite((text) => asLines(text.toWellFormed()))
    .min(1)
    .max(500)
    .optional(),
  lines: piecesOfLinesJson,
})

export type NewReturn = z.output<typeof newReturnJson>

export const changeJson = z.strictObject({ version })
export const refuseJson = z.strictObject({
  version,
  refusal: z.string().overwrite(removeControlCharacters).trim().min(1, 'Say why').max(200),
})
export const receiveJson = z.strictObject({
  version,
  lines: namedLines(
    z
      .strictObject({
        _id: z.uuid(),
        received: pieceCount,
        restocked: pieceCount,
        scrapped: pieceCount,
      })
      .refine(({ received, restocked, scrapped }) => restocked + scrapped <= received, {
        message: 'More pieces are restocked or scrapped than came',
      }),
  ),
})

/** How many pieces of each line came, and how many of them go back to stock or are scrap. */
export type ReceivedReturn = z.output<typeof receiveJson>

export const returnsQuery = listQuery.extend({
  status: z.enum(returnLists, `status must be one of ${returnLists.join(', ')}`).default('requested'),
})
