import { z } from 'zod'
import { removeControlCharacters } from '#platform/text.ts'
import { buyerTaxForm } from '#shop/tax/buyer-tax-form.ts'

/** A line of text with at most so many characters. */
const line = (longest: number) =>
  z.string().overwrite(removeControlCharacters).trim().max(longest, `At most ${longest} characters`)
const required = (longest: number, message: string) => line(longest).min(1, message)

const address = z.object({
  street: required(500, 'Street is required'),
  city: line(100).default(''),
  region: line(100).default(''),
  postcode: line(20).default(''),
  country: line(100).default(''),
})

/** What admins may say of a company; null takes a value away. */
const companyFields = z.object({
  name: required(100, 'Name is required'),
  group: z.uuid('There is no such group').nullable(),
  taxTreatment: buyerTaxForm,
  addresses: z.array(address).max(20, 'At most 20 addresses'),
  erpNumber: required(40, 'The number is required').nullable(),
})

/** A new company; `member` is the e-mail of its first user. */
export const newCompany = companyFields
  .partial()
  .required({ name: true })
  .extend({
    member: z.email('Your email is not valid').toLowerCase().optional(),
  })
export type NewCompany = z.infer<typeof newCompany>

/** The changed fields, with the version that was read. */
export const companyChanges = companyFields.partial().extend({
  version: z.number().int().optional(),
})
export type CompanyChanges = z.infer<typeof companyChanges>

export const groupForm = z.object({
  name: required(60, 'Name is required'),
  isDefault: z.boolean().default(false),
})
export type GroupForm = z.infer<typeof groupForm>
