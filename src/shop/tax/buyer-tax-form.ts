import { z } from 'zod'
import { removeControlCharacters } from '#platform/text.ts'

const reference = z
  .string()
  .overwrite(removeControlCharacters)
  .trim()
  .min(1, 'The number is required')
  .max(40, 'At most 40 characters')

/** How a buyer is to be taxed; an exception needs the number that it is based on. */
export const buyerTaxForm = z.discriminatedUnion('treatment', [
  z.strictObject({ treatment: z.literal('standard') }),
  z.strictObject({ treatment: z.enum(['exempt', 'reverse-charge']), reference }),
])
export type BuyerTaxForm = z.infer<typeof buyerTaxForm>
