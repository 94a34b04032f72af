import { z } from 'zod'
import { normalEmail } from '#platform/email.ts'
import { characterCount, removeControlCharacters } from '#platform/text.ts'

const line = (longest: number) =>
  z
    .string()
    .overwrite(removeControlCharacters)
    .trim()
    .refine((text) => characterCount(text) <= longest, `At most ${longest} characters`)

// product 5 fixes these texts, including their spelling.
const emailField = (required: string) =>
  z.string().trim().min(1, required).refine(isEmail, 'Your email is not valid')

// Mail servers take at most 64 characters before the @, and labels of at most 63 that end in no hyphen.
const LENGTHS = /^[^@]{1,64}@(?:[^.@]{0,62}[^.@-]\.)+[^.@]{2,63}$/

// The normalized form must pass better-auth's check: ASCII letters, also in the top-level domain.
function isEmail(typed: string): boolean {
  const email = normalEmail(typed)
  return email.length <= 254 && z.regexes.email.test(email) && LENGTHS.test(email)
}

const email = emailField('Email is required')

const password = z
  .string()
  .min(1, 'Password is Required')
  .min(6, 'Min length is 6')
  .max(128, 'Max length is 128')

export const registerForm = z.object({
  name: z
    .string()
    .overwrite(removeControlCharacters)
    .trim()
    .min(1, 'Name is required')
    .refine((name) => characterCount(name) >= 6, 'Minimun length is 6')
    .refine((name) => characterCount(name) <= 19, 'Maximun Length is 19'),
  // Reserved for the pseudonyms of deleted users; no such mailbox can exist.
  email: email.refine((email) => !/\.invalid$/i.test(email), 'Your email is not valid'),
  password,
})

export const loginForm = z.object({ email, password })

export const resetRequestForm = z.object({
  email: emailField('Email is required to Reset Password'),
})

export const newPasswordForm = z.object({ newPassword: password })

export const passwordReset = newPasswordForm.extend({
  token: z.string().regex(/^\w{1,64}$/, 'Invalid token'),
})

/**
 * An e-mail in a path. Requiring the @ keeps /users/admin/{email} and similar paths from matching,
 * and no address contains characters that PostgreSQL cannot store.
 */
export const emailInPath = z
  .string()
  .max(254)
  .regex(/^[^@\p{Cc}]+@[^@\p{Cc}]+$/u)
  .transform(normalEmail)

/** The body of `PUT /users/{email}` when it requests an access token. */
export const tokenRequest = z.strictObject({ email: z.string().max(254) })

/** The body of `PUT /users/{email}` when it edits the profile; the e-mail cannot change. */
export const profileForm = z.strictObject({
  name: line(100).optional(),
  phone: line(40).optional(),
  country: line(100).optional(),
  city: line(100).optional(),
  region: line(100).optional(),
  postcode: line(20).optional(),
  address: line(500).optional(),
  company: line(100).optional(),
  taxId: line(40).optional(),
})
