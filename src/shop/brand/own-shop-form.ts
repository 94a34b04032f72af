import { z } from 'zod'
import { normalEmail } from '#platform/email.ts'
import { characterCount, removeControlCharacters } from '#platform/text.ts'

const LONGEST_NAME = 60

/** A name without control characters, of at most 60 characters. */
export const shortName = z
  .string()
  .overwrite(removeControlCharacters)
  .trim()
  .refine((name) => characterCount(name) <= LONGEST_NAME, `Name has at most ${LONGEST_NAME} characters`)

/** Whose shop a demo becomes: the name of the shop, and name and e-mail of its admin. */
export const ownShopForm = z.object({
  shopName: shortName.min(1, 'Enter the name of your shop'),
  name: shortName.min(1, 'Enter your name'),
  email: z.string().overwrite(normalEmail).pipe(z.email('Your email is not valid')),
})

export type OwnShop = z.output<typeof ownShopForm>
