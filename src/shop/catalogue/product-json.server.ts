import { z } from '@hono/zod-openapi'
import { HttpRefusal } from '#platform/http/http-errors.ts'

/** A tool as the API answers it. */
export const product = z
  .object({
    _id: z.string(),
    name: z.string(),
    description: z.string(),
    quantity: z.number().int(),
    minQuantity: z.number().int(),
    perPrice: z.number().openapi({ description: 'Dollars, at most two decimals' }),
    imgURL: z.string(),
    version: z.number().int().openapi({ description: 'Grows with every edit, not with sales' }),
  })
  .openapi('Product')

/** One answer for a tool that is unknown and for one that is deleted. */
export function noSuchProduct(): HttpRefusal {
  return new HttpRefusal(404, 'no-such-product', 'This tool is not for sale.')
}
