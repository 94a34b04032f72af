import type { Db } from '#platform/database/database.server.ts'
import { RefusedChange, refusing } from '#platform/database/refused-change.server.ts'
import { conflict, type Refusal, refusals } from '#platform/http/api/refusals.server.ts'
import { recordAudits } from '#shop/audit/audit.server.ts'
import type { AuditContext } from '#shop/auth/access/caller.server.ts'
import { addCompany, changeCompany } from '#shop/companies/change-companies.server.ts'
import { joinCompany, lockCompany, removeMember } from '#shop/companies/company-members.server.ts'
import { listGroups } from '#shop/companies/company-queries.server.ts'
import type { ComparedCustomer } from './compare-customers.ts'

type StaleReview = Refusal<'stale-review'>
export const refuseReview = refusals<StaleReview>({
  'stale-review': conflict(
    'Customers or companies changed after this comparison. Check again: what is done already is unchanged then.',
  ),
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
    const chunk = rows.slice(at, at + CHUNK)
    const refused = await refusing<null, StaleReview>(db, {}, async (db) => {
      await saveCompanies(db, chunk, audit)
      await savePending(db, chunk, audit)
      await moveRegistered(db, chunk, audit)
      return null
    })
    if (refused) return refused
  }
  return { count: rows.length }
}

const isSet = ({ changes }: ComparedCustomer, ...fields: string[]) =>
  changes.some(({ field }) => fields.includes(field))

/** Ends a chunk in which something is no longer as it was compared. */
function current<Of extends object>(done: Of | Refusal | null | undefined): asserts done is Of | null {
  if (done && 'refused' in done) throw new RefusedChange({ refused: 'stale-review' })
}

async function saveCompanies(db: Db, rows: ComparedCustomer[], audit: AuditContext) {
  const groups = new Map((await listGroups(db)).map(({ id, name }) => [name, id]))
  const touching = rows.filter((row) => isSet(row, 'company', 'group', 'erpNumber'))
  const byCompany = [...Map.groupBy(touching, ({ company }) => company)]
  // By id, as everywhere.
  byCompany.sort(([a], [b]) => (a?.id ?? '').localeCompare(b?.id ?? ''))
  for (const [company, rows] of byCompany) {
    if (!company) continue
    const [group, erpNumber] = ['group', 'erpNumber'].map(
      (name) => rows.flatMap(({ changes }) => changes).find(({ field }) => field === name)?.to,
    )
    const fields = {
      ...(group && { group: groups.get(group) ?? null }),
      ...(erpNumber && { erpNumber }),
    }
    if (company.id === null) {
      const added = await addCompany(db, { name: company.name, ...fields }, audit)
      current<{ id: string }>(added)
      company.id = added?.id ?? null
    } else if (group || erpNumber) current(await changeCompany(db, company.id, fields, audit))
    else current(await lockCompany(db, company.id))
  }
}

async function savePending(db: Db, chunk: ComparedCustomer[], audit: AuditContext) {
  const rows = chunk.filter(({ user }) => !user.isRegistered)
  if (rows.length === 0) return
  const proved = await db
    .selectFrom('account')
    .select('id')
    .where(
      'email',
      'in',
      rows.map(({ row }) => row.email),
    )
    .where('emailVerified', '=', true)
    .executeTakeFirst()
  if (proved) current({ refused: 'proved' })
  const values = rows.map(({ row: { email }, user: { name, profile }, company }) => {
    return { email, name, companyId: company?.id ?? null, profile: JSON.stringify(profile) }
  })
  await db
    .insertInto('pendingUser')
    .values(values)
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet(({ ref }) => ({
        name: ref('excluded.name'),
        companyId: ref('excluded.companyId'),
        profile: ref('excluded.profile'),
      })),
    )
    .execute()
  const entries = rows.map(({ row: { email }, state }) => {
    const action = state === 'new' ? ('user-added' as const) : ('user-changed' as const)
    return { action, subject: { id: null, email }, ...audit }
  })
  await recordAudits(db, entries)
}

async function moveRegistered(db: Db, chunk: ComparedCustomer[], audit: AuditContext) {
  for (const changed of chunk) {
    const { row, user, company } = changed
    if (!user.isRegistered || !isSet(changed, 'company')) continue
    const { email } = row
    if (user.companyId) current(await removeMember(db, user.companyId, email, audit))
    current(await joinCompany(db, company?.id ?? '', { email, takesTax: false }, audit))
  }
}
