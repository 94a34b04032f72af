import { z } from 'zod'
import { longText, shortText } from '#shop/catalogue/product-rules.ts'

const LAST = 999
const NO_POSITION = `Order is a whole number from 1 to ${LAST}`

/** The body of `PUT /families/{id}`; `version` states which one the editor saw. An empty text is none. */
export const familyChanges = z.object({
  name: shortText('Name', 80)
    .unwrap()
    .refine((name) => name !== '', 'Name is required'),
  longText: longText.unwrap(),
  imgURL: z.string(),
  drawing: z.string(),
  position: z.int(NO_POSITION).min(1, NO_POSITION).max(LAST, NO_POSITION).nullable(),
  version: z.int('version must be a whole number').optional(),
})

/** The same as a form has it: an empty order is none. */
export const familyForm = familyChanges.extend({
  position: z
    .string()
    .transform((text) => (text.trim() === '' ? null : Number(text)))
    .pipe(familyChanges.shape.position),
})

export type FamilyChanges = z.infer<typeof familyChanges>
