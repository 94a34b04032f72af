import { z } from 'zod'
import { normalEmail } from '#platform/email.ts'
import { characterCount, removeControlCharacters } from '#platform/text.ts'
import { registerForm } from '#shop/auth/auth-forms.ts'

export const INVITATION_DAYS = 7

/** A customer whom an admin adds, who has not registered yet. */
export const pendingForm = z.object({
  email: registerForm.shape.email.transform(normalEmail),
  name: z
    .string()
    .overwrite(removeControlCharacters)
    .trim()
    .min(1, 'Name is required')
    .refine((name) => characterCount(name) <= 100, 'Name has at most 100 characters'),
  company: z.uuid('This company does not exist any more.').nullable().default(null),
})
