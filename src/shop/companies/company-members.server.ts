import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import { inTransaction } from '#platform/database/refused-change.server.ts'
import { type AuditEntry, recordAudit } from '#shop/audit/audit.server.ts'
import type { AuditContext } from '#shop/auth/access/caller.server.ts'
import type { CompanyRefusal } from './company-refusals.server.ts'

/** A user by e-mail; with `takesTax` an exception from tax becomes that of all members of the company. */
export type NewMember = { email: string; takesTax: boolean }

export async function addMember(
  db: Db,
  companyId: string,
  member: NewMember,
  audit: AuditContext,
): Promise<CompanyRefusal | null> {
  return db.transaction().execute((db) => joinCompany(db, companyId, member, audit))
}

/** Adds a user to a company, in the caller's transaction. A company that has an exception keeps its own. */
export async function joinCompany(
  db: Db,
  companyId: string,
  { email, takesTax }: NewMember,
  audit: Pick<AuditEntry, 'actor' | 'ipAddress'>,
): Promise<CompanyRefusal | null> {
  const company = await lockCompany(db, companyId)
  if ('refused' in company) return company
  const user = await db
    .selectFrom('account')
    .select(['id', 'emailVerified', 'taxTreatment', 'taxReference'])
    .where('email', '=', email)
    .where('closedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!user?.emailVerified) {
    // Joins with the proof of the e-mail.
    const pending = await db
      .updateTable('pendingUser')
      .set({ companyId })
      .where('email', '=', email)
      .returning('email')
      .executeTakeFirst()
    if (pending) {
      await recordAudit(db, { action: 'member-added', subject: { id: null, email }, ...audit })
      return null
    }
  }
  if (!user) return { refused: 'no-such-member' }
  if (!user.emailVerified) return { refused: 'not-verified' }
  const joined = await db
    .insertInto('companyMember')
    .values({ accountId: user.id, companyId })
    .onConflict((conflict) => conflict.column('accountId').doNothing())
    .returning('accountId')
    .executeTakeFirst()
  if (!joined && !(await isMember(db, user.id, companyId))) return { refused: 'in-another-company' }
  if (takesTax && company.taxTreatment === 'standard' && user.taxTreatment !== 'standard') {
    const { taxTreatment, taxReference } = user
    await db
      .updateTable('company')
      .set({ taxTreatment, taxReference, version: company.version + 1 })
      .where('id', '=', companyId)
      .execute()
    const name = `${company.name}: ${taxTreatment}, ${taxReference}, from ${email}`
    const subject = { id: companyId, name }
    await recordAudit(db, { action: 'company-tax-changed', subject, ...audit })
  }
  if (joined) await recordAudit(db, { action: 'member-added', subject: { id: user.id, email }, ...audit })
  return null
}

/** Takes a user out of a company; the orders placed for it stay its orders. */
export async function removeMember(
  db: Db,
  companyId: string,
  email: string,
  audit: AuditContext,
): Promise<CompanyRefusal | null> {
  if (!isUuid(companyId)) return { refused: 'no-such-company' }
  return inTransaction(db, async (db) => {
    const removed = await db
      .deleteFrom('companyMember')
      .where('companyId', '=', companyId)
      .where('accountId', 'in', db.selectFrom('account').select('id').where('email', '=', email))
      .returning('accountId')
      .executeTakeFirst()
    const pending =
      removed ??
      (await db
        .updateTable('pendingUser')
        .set({ companyId: null })
        .where('companyId', '=', companyId)
        .where('email', '=', email)
        .returning(sql<null>`null`.as('accountId'))
        .executeTakeFirst())
    if (!pending) return { refused: 'no-such-member' }
    const subject = { id: pending.accountId, email }
    await recordAudit(db, { action: 'member-removed', subject, ...audit })
    return null
  })
}

/**
 * Moves the members and addresses of a company to another one, which keeps its own group, tax and prices.
 * The orders of the merged company keep its name.
 */
export async function mergeCompanies(
  db: Db,
  id: string,
  into: string,
  audit: AuditContext,
): Promise<CompanyRefusal | null> {
  if (id === into) return { refused: 'same-company' }
  return db.transaction().execute(async (db) => {
    // In one order, so that two merges never wait for each other.
    const [first, second] = [id, into].toSorted()
    for (const company of [first, second]) {
      const locked = await lockCompany(db, company ?? '')
      if ('refused' in locked) return locked
    }
    await db.updateTable('companyMember').set({ companyId: into }).where('companyId', '=', id).execute()
    await sql`
      update company set version = company.version + 1, addresses = (
        select jsonb_agg(address order by nr) from (
          select address, min(nr) as nr
          from jsonb_array_elements(company.addresses || merged.addresses)
            with ordinality as each (address, nr)
          group by address order by nr limit 20
        ) as kept
      )
      from company merged
      where company.id = ${into} and merged.id = ${id} and merged.addresses <> '[]'`.execute(db)
    await db.updateTable('pendingUser').set({ companyId: into }).where('companyId', '=', id).execute()
    const { name } = await db
      .updateTable('company')
      .set({ mergedInto: into, erpNumber: null })
      .where('id', '=', id)
      .returning('name')
      .executeTakeFirstOrThrow()
    // Those that were merged into it name the one that has their members now.
    await db.updateTable('company').set({ mergedInto: into }).where('mergedInto', '=', id).execute()
    await recordAudit(db, { action: 'company-merged', subject: { id, name }, ...audit })
    return null
  })
}

/** Locks a company that has not been merged. */
export async function lockCompany(db: Db, id: string) {
  if (!isUuid(id)) return { refused: 'no-such-company' } as const
  const company = await db
    .selectFrom('company')
    .selectAll()
    .where('id', '=', id)
    // Orders of the company go on.
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!company) return { refused: 'no-such-company' } as const
  return company.mergedInto === null ? company : ({ refused: 'merged' } as const)
}

async function isMember(db: Db, accountId: string, companyId: string): Promise<boolean> {
  const member = await db
    .selectFrom('companyMember')
    .select('companyId')
    .where('accountId', '=', accountId)
    .executeTakeFirst()
  return member?.companyId === companyId
}
