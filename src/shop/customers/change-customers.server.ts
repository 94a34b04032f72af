import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { HttpRefusal } from '#platform/http/http-errors.ts'
import type { AuditContext } from '#shop/auth/access/caller.server.ts'
import { listUsersOf } from '#shop/auth/user-queries.server.ts'
import { changeCompany } from '#shop/companies/change-companies.server.ts'
import { joinCompany } from '#shop/companies/company-members.server.ts'
import { listCompaniesOf } from '#shop/companies/company-queries.server.ts'
import { refuseCompany } from '#shop/companies/company-refusals.server.ts'
import { buyerTaxForm } from '#shop/tax/buyer-tax-form.ts'
import { changeBuyerTax } from '#shop/users/admin/buyer-tax.server.ts'
import { refuseUser } from '#shop/users/user-refusals.server.ts'

/** One change of users. */
export const customerChange = z
  .object({
    users: z.array(z.uuid()).min(1).max(100),
    company: z.uuid('Choose a company').optional().describe('Which they join'),
    group: z
      .object({ _id: z.uuid().nullable(), seen: z.record(z.string(), z.number().int()) })
      .optional()
      .describe('Of their companies, by `_id`, whose versions were `seen`'),
    tax: buyerTaxForm.optional(),
  })
  .refine(({ company, group, tax }) => company ?? group ?? tax, 'Say what to change: company, group or tax')

/** Changes all of these users, or none: the refusal names the first who can't be changed. */
export function changeCustomers(db: Db, wanted: z.output<typeof customerChange>, by: AuditContext) {
  const { users, company, group, tax } = wanted
  return db.transaction().execute(async (db) => {
    const found = await listUsersOf(db, users)
    const missing = users.find((one) => !found.some(({ id }) => id === one.toLowerCase()))
    if (missing) throw named(missing, refuseUser({ refused: 'no-such-user' }))
    const companies = await listCompaniesOf(db, users)
    for (const { id, name, email } of found) {
      const who = `${name} (${email})`
      const joined = company && (await joinCompany(db, company, { email, takesTax: false }, by))
      if (joined) throw named(who, refuseCompany(joined))
      const taxed = tax && (await changeBuyerTax(db, email, tax, by))
      if (taxed && 'refused' in taxed) throw named(who, refuseUser(taxed))
      if (group && !companies.has(id)) throw named(who, refuseCompany({ refused: 'no-company' }))
    }
    const names = new Map([...companies.values()].map(({ id, name }) => [id, name]))
    for (const id of group ? [...names.keys()].sort() : []) {
      const change = { group: group?._id ?? null, version: group?.seen[id] ?? 0 }
      const changed = await changeCompany(db, id, change, by)
      if ('refused' in changed) throw named(names.get(id), refuseCompany(changed))
    }
  })
}

const named = (who: string | undefined, { status, body }: HttpRefusal) =>
  new HttpRefusal(status, body.code, `${who}: ${body.message}`)
