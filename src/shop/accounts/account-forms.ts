import { z } from 'zod'

// Control characters never belong in a line of text.
const line = (longest: number) =>
  z
    .string()
    .max(longest, `At most ${longest} characters`)
    .transform((text) => text.replaceAll(/\p{Cc}/gu, '').trim())

// spec 5: the texts are the contract, spelling included.
const email = z
  .string()
  .trim()
  .min(1, 'Email is required')
  .max(254, 'Your email is not valid')
  .regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'Your email is not valid')

const password = z
  .string()
  .min(1, 'Password is Required')
  .min(6, 'Min length is 6')
  .max(128, 'Max length is 128')

export const registerForm = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'Name is required')
    .min(6, 'Minimun length is 6')
    .max(19, 'Maximun Length is 19'),
  email,
  password,
})

export const loginForm = z.object({ email, password })

/** The body of `PUT /users/{email}` when it asks for an access token. */
export const tokenRequest = z.strictObject({ email: z.string().max(254) })

/** The body of `PUT /users/{email}` when it edits the profile; the e-mail never changes. */
export const profileForm = z.strictObject({
  name: line(100).optional(),
  phone: line(40).optional(),
  country: line(100).optional(),
  city: line(100).optional(),
  address: line(500).optional(),
})
