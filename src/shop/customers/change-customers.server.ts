import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { HttpRefusal } from '#platform/http/http-errors.ts'
import type { AuditContext } from '#shop/auth/access/caller.server.ts'
import { changeCompany } from '#shop/companies/change-companies.server.ts'
import { joinCompany } from '#shop/companies/company-members.server.ts'
import { findCompanyOf } from '#shop/companies/company-queries.server.ts'
import { refuseCompany } from '#shop/companies/company-refusals.server.ts'
import { buyerTaxForm } from '#shop/tax/buyer-tax-form.ts'
import { changeBuyerTax } from '#shop/users/admin/buyer-tax.server.ts'
import { type Account, findAccount } from '#shop/users/admin/find-account.server.ts'
import { refuseUser } from '#shop/users/user-refusals.server.ts'

/** What changes of the chosen users: one of the three. */
export const customerChanges = z.object({
  users: z.array(z.uuid()).min(1).max(100),
  company: z.string().optional().describe('Which they join'),
  group: z
    .object({ _id: z.uuid().nullable(), seen: z.record(z.string(), z.number().int()) })
    .optional()
    .describe('Of their companies, by `_id`, whose versions were `seen`'),
  tax: buyerTaxForm.optional(),
})

type CustomerChanges = Omit<z.output<typeof customerChanges>, 'users'>

/** Changes all of these users, or none: the refusal names the first who can't be changed. */
export function changeCustomers(db: Db, ids: string[], changes: CustomerChanges, by: AuditContext) {
  return db.transaction().execute(async (db) => {
    const found = await Promise.all(ids.map((id) => findAccount(db, id)))
    const users = found.filter((user) => user && !user.closedAt) as Account[]
    if (users.length < found.length) throw refuseUser({ refused: 'no-such-user' })
    for (const user of users.sort(inLockOrder)) await change(db, user, changes, by)
    if (changes.group) await changeGroups(db, users, changes.group, by)
  })
}

/** As `accountLockOrder` says. */
const inLockOrder = (a: Account, b: Account) =>
  Number(b.role === 'admin') - Number(a.role === 'admin') || (a.id < b.id ? -1 : 1)

async function change(db: Db, user: Account, { company, tax }: CustomerChanges, by: AuditContext) {
  const { email } = user
  const joined = company && (await joinCompany(db, company, { email, takesTax: false }, by))
  if (joined) throw named(user, refuseCompany(joined))
  const taxed = tax && (await changeBuyerTax(db, email, tax, by))
  if (taxed && 'refused' in taxed) throw named(user, refuseUser(taxed))
}

/** Puts the companies of these users into a group, each once. */
async function changeGroups(
  db: Db,
  users: Account[],
  { _id: group, seen }: NonNullable<CustomerChanges['group']>,
  by: AuditContext,
) {
  const members = new Map<string, Account>()
  for (const user of users) {
    const company = await findCompanyOf(db, user.id)
    if (!company)
      throw named(user, new HttpRefusal(409, 'no-company', 'Only companies are in groups.'))
    members.set(company.id, user)
  }
  for (const [id, user] of [...members].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const changed = await changeCompany(db, id, { group, version: seen[id] ?? 0 }, by)
    if ('refused' in changed) throw named(user, refuseCompany(changed))
  }
}

const named = ({ name, email }: Account, { status, body }: HttpRefusal) =>
  new HttpRefusal(status, body.code, `${name} (${email}): ${body.message}`)
