import { z } from 'zod'
import { asLines, characterCount } from '#platform/text.ts'
import { registerForm } from '#shop/auth/auth-forms.ts'

// Control characters are removed, except for line breaks in the message.
const asOneLine = (text: string) => text.replaceAll(/\p{Cc}+/gu, ' ').trim()

// Counts characters as the database does.
const atMost = (longest: number) =>
  [(text: string) => characterCount(text) <= longest, `At most ${longest} characters`] as const

/** A contact message; `product` is set when it is about a product. */
export const contactForm = z.object({
  name: z
    .string('Name is required')
    .overwrite(asOneLine)
    .min(1, 'Name is required')
    .refine(...atMost(100)),
  email: registerForm.shape.email.regex(/^\P{Cc}*$/u, 'Your email is not valid'),
  message: z
    .string('Message is required')
    .overwrite(asLines)
    .min(1, 'Message is required')
    .refine(...atMost(2000)),
  product: z
    .string()
    .overwrite(asOneLine)
    .refine(...atMost(100))
    .optional(),
})

export type ContactForm = z.infer<typeof contactForm>

export const CONTACT_THANKS = 'Thank you, your message is on its way'
