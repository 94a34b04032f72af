import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { RefusedChange, refusing } from '#platform/database/refused-change.server.ts'
import { type Refusal, refusals } from '#platform/http/api/refusals.server.ts'
import { recordAudits } from '#shop/audit/audit.server.ts'
import type { AuditContext } from '#shop/auth/access/caller.server.ts'
import { insertCompany, updateCompany } from '#shop/companies/change-companies.server.ts'
import { joinCompany, leaveCompany, lockCompany } from '#shop/companies/company-members.server.ts'
import type { ComparedCustomer } from './compare-customers.ts'
import { headingOf } from './customer-fields.ts'

type StaleReview = Refusal<'stale-review'>
const stale: StaleReview = { refused: 'stale-review' }
export const refuseReview = refusals<StaleReview>({
  'stale-review': {
    status: 409,
    text: 'Customers or companies changed after this comparison. Compare the file again: what is done already is unchanged then.',
  },
})

/** Locks are held for the rows of a chunk. */
const CHUNK = 200

/** Does what a comparison shows, all of a chunk of rows or nothing. No invitation is mailed. */
export async function applyCustomers(
  db: Db,
  compared: readonly ComparedCustomer[],
  audit: AuditContext,
): Promise<{ count: number } | StaleReview> {
  const rows = compared.filter(({ state }) => state === 'new' || state === 'changed')
  for (let at = 0; at < rows.length; at += CHUNK) {
    const done = await refusing<null, StaleReview>(
      db,
      { pending_user_pkey: stale, company_erp_number_key: stale, company_group_id_fkey: stale },
      (db) => applyChunk(db, rows.slice(at, at + CHUNK), audit),
    )
    if (done) return done
  }
  return { count: rows.length }
}

async function applyChunk(db: Db, rows: ComparedCustomer[], audit: AuditContext): Promise<null> {
  await changeCompanies(db, rows, audit)
  const isPending = rows.filter(({ isRegistered }) => !isRegistered)
  const emails = isPending.map(({ row }) => row.email)
  const verified = db.selectFrom('account').select('id').where('emailVerified', '=', true)
  const proved = await verified
    .where('email', '=', (is) => is.fn.any(is.val(emails)))
    .executeTakeFirst()
  if (proved) throw new RefusedChange(stale)
  const added = isPending.filter(({ state }) => state === 'new')
  const values = added.map(({ row: { email, name = '' }, company, profile }) => {
    return { email, name, companyId: company?.id ?? null, profile: JSON.stringify(profile) }
  })
  if (values.length > 0) await db.insertInto('pendingUser').values(values).execute()
  for (const compared of isPending.filter(({ state }) => state === 'changed')) {
    const { row, company, profile } = compared
    const { numUpdatedRows } = await db
      .updateTable('pendingUser')
      .set({
        ...(row.name !== undefined && { name: row.name }),
        ...(isSet(compared, 'company') && { companyId: company?.id ?? null }),
        profile: sql`profile || ${JSON.stringify(profile)}::jsonb`,
      })
      .where('email', '=', row.email)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new RefusedChange(stale)
  }
  await recordAudits(
    db,
    isPending.map(({ row: { email }, state }) => {
      const action = state === 'new' ? 'user-added' : 'user-changed'
      return { action, subject: { id: null, email }, ...audit }
    }),
  )
  for (const { row, company } of rows.filter((row) => row.isRegistered && isSet(row, 'company'))) {
    const { email } = row
    const member = await verified
      .innerJoin('companyMember', 'accountId', 'account.id')
      .select('companyId')
      .where('email', '=', email)
      .executeTakeFirst()
    const refusal =
      (member && (await leaveCompany(db, member.companyId, email, audit))) ??
      (await joinCompany(db, company?.id ?? '', { email, takesTax: false }, audit))
    if (refusal) throw new RefusedChange(stale)
  }
  return null
}

/** Makes and changes the companies of rows, which stay locked. */
async function changeCompanies(db: Db, rows: ComparedCustomer[], audit: AuditContext) {
  const touching = rows.filter((row) => OF_COMPANY.some((field) => isSet(row, field)))
  const byCompany = [...Map.groupBy(touching, ({ company }) => company)]
  // By id, as everywhere.
  byCompany.sort(([a], [b]) => (a?.id ?? '').localeCompare(b?.id ?? ''))
  for (const [company, rows] of byCompany) {
    if (!company) continue
    const group = rows.find((row) => isSet(row, 'group'))?.groupId
    const erpNumber = rows.find((row) => isSet(row, 'erpNumber'))?.row.erpNumber
    const fields = { ...(group && { group }), ...(erpNumber && { erpNumber }) }
    if (company.id === null) {
      const { name, erpNumber } = company
      company.id = await insertCompany(db, { name, erpNumber, ...fields }, audit)
      continue
    }
    const locked = await lockCompany(db, company.id)
    if ('refused' in locked) throw new RefusedChange(stale)
    if (group || erpNumber) await updateCompany(db, locked, fields, audit)
  }
}

const OF_COMPANY = ['company', 'group', 'erpNumber']

const isSet = ({ changes }: ComparedCustomer, field: string) =>
  changes.some((change) => change.field === headingOf(field))
