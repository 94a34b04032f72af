import { z } from '@hono/zod-openapi'
import { emailText } from '#platform/email-text.server.ts'
import { taxTreatments } from '#shop/tax/tax.ts'
import type { FoundCompany, ListedCompany, StoredGroup } from './company-queries.server.ts'

export const groupJson = z
  .object({
    _id: z.string(),
    name: z.string(),
    isDefault: z.boolean().describe('Its prices are those of users without a company'),
    companies: z.number().int(),
  })
  .openapi('CustomerGroup')
export type CustomerGroup = z.infer<typeof groupJson>

export const listedCompanyJson = z
  .object({
    _id: z.string(),
    name: z.string(),
    group: z.string().nullable().describe('The name of its group'),
    erpNumber: z.string().nullable().describe('In the ERP of the seller'),
    members: z.number().int(),
  })
  .openapi('ListedCompany')
export type CompanyRow = z.infer<typeof listedCompanyJson>

const tax = z.object({ treatment: z.enum(taxTreatments), reference: z.string().nullable() })
const named = z.object({ _id: z.string(), name: z.string() })

export const companyJson = named
  .extend({
    group: named.nullable(),
    erpNumber: z.string().nullable(),
    tax,
    addresses: z
      .array(
        z.object({
          street: z.string(),
          city: z.string(),
          region: z.string(),
          postcode: z.string(),
          country: z.string(),
        }),
      )
      .describe('The default one first'),
    members: z.array(
      z.object({
        _id: z.string(),
        name: z.string(),
        email: z.string(),
        ownTax: tax
          .optional()
          .describe('An exception of the user alone, which the company has not taken over'),
      }),
    ),
    pending: z
      .array(z.object({ name: z.string(), email: z.string(), invitedAt: z.string().nullable() }))
      .describe('Who joins with the proof of the e-mail'),
    mergedInto: named.nullable(),
    version: z.number().int(),
  })
  .openapi('Company')
export type Company = z.infer<typeof companyJson>

export function toGroupJson({ id, name, isDefault, companies }: StoredGroup): CustomerGroup {
  return { _id: id, name, isDefault, companies }
}

export function toListedJson({ id, ...company }: ListedCompany): CompanyRow {
  return { _id: id, ...company }
}

export function toCompanyJson({ company, members, pending }: FoundCompany): Company {
  const { groupId, group, mergedInto, mergedName } = company
  return {
    _id: company.id,
    name: company.name,
    group: groupId === null ? null : { _id: groupId, name: group ?? '' },
    erpNumber: company.erpNumber,
    tax: toTax(company),
    addresses: companyJson.shape.addresses.parse(company.addresses),
    pending: pending.map(({ name, email, invitedAt }) => ({
      name,
      email: emailText(email),
      invitedAt: invitedAt?.toISOString() ?? null,
    })),
    members: members.map(({ id, name, email, ...member }) => ({
      _id: id,
      name,
      email: emailText(email),
      ...(company.taxTreatment === 'standard' &&
        member.taxTreatment !== 'standard' && { ownTax: toTax(member) }),
    })),
    mergedInto: mergedInto === null ? null : { _id: mergedInto, name: mergedName ?? '' },
    version: company.version,
  }
}

function toTax(row: { taxTreatment: string; taxReference: string | null }) {
  const treatment = z.enum(taxTreatments).parse(row.taxTreatment)
  return { treatment, reference: row.taxReference }
}
