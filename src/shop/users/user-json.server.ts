import { z } from '@hono/zod-openapi'
import { emailText } from '#platform/email-text.server.ts'
import type { StoredUser } from '#shop/auth/user-queries.server.ts'
import { companyJson } from '#shop/companies/company-json.server.ts'

export const userJson = z
  .object({
    _id: z.string(),
    email: z.string(),
    name: z.string(),
    displayName: z.string(),
    phone: z.string(),
    country: z.string(),
    city: z.string(),
    region: z.string().describe('State, province or county'),
    postcode: z.string(),
    address: z.string(),
    company: z.string().describe('Named on invoices'),
    taxId: z.string().describe('Named on invoices'),
    imgURL: z.string().nullable(),
    role: z.string().nullable().describe('Truthy for admins'),
    companyAddresses: companyJson.shape.addresses
      .optional()
      .describe('Of the company of a member, the default one first'),
  })
  .openapi('User')

export const managedUserJson = userJson
  .extend({
    emailVerified: z
      .boolean()
      .describe('Until then it may be somebody else’s account, which no admin can trust'),
  })
  .openapi('ManagedUser')

export type User = z.infer<typeof userJson>

/** A user as the pages of admins receive it. */
export type ManagedUser = z.infer<typeof managedUserJson>

export function toUserJson({ id, image, role, emailVerified: _, ...account }: StoredUser): User {
  return {
    _id: id,
    ...account,
    email: emailText(account.email),
    displayName: account.name,
    imgURL: image,
    role: role === 'admin' ? role : null,
  }
}

export function toManagedUserJson(user: StoredUser): ManagedUser {
  return { ...toUserJson(user), emailVerified: user.emailVerified }
}
