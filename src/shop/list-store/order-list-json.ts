import { z } from 'zod'
import { removeControlCharacters } from '#platform/text.ts'
import { MAX_LINES, MAX_PIECES } from './order-list.ts'

export const orderLines = z
  .array(
    z.object({
      productId: z.uuid('productId must be a product’s _id'),
      quantity: z.number().int().min(1).max(MAX_PIECES),
    }),
  )
  .max(MAX_LINES, `A list has at most ${MAX_LINES} lines`)
  .refine(
    (lines) => new Set(lines.map(({ productId }) => productId)).size === lines.length,
    'A product may be on a list only once',
  )

/** How often the list was saved; 0 for one that never was. The next version must be possible too. */
export const listVersion = z
  .number()
  .int()
  .min(0)
  .max(2 ** 31 - 2)

export const listName = z
  .string('Name is required')
  .overwrite(removeControlCharacters)
  .trim()
  .min(1, 'Name is required')
  .max(60, 'At most 60 characters')

export const savedList = z.object({ lines: orderLines, version: listVersion })

/** The user's current list, and the version that the shop has saved. */
export type SavedList = z.infer<typeof savedList>
