import type { Updateable } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Company as CompanyTable } from '#db/database-tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { RefusedChange, refusing } from '#platform/database/refused-change.server.ts'
import { recordAudit } from '#shop/audit/audit.server.ts'
import type { AuditContext } from '#shop/auth/access/caller.server.ts'
import type { CompanyChanges, GroupForm, NewCompany } from './company-forms.ts'
import { joinCompany, lockCompany } from './company-members.server.ts'
import type { CompanyRefusal } from './company-refusals.server.ts'

type Changed = { id: string }

/** Adds a company and, if one is named, its first member. */
export async function addCompany(
  db: Db,
  { member, ...fields }: NewCompany,
  audit: AuditContext,
): Promise<Changed | CompanyRefusal> {
  return refusing<Changed, CompanyRefusal>(db, constraints, async (db) => {
    const id = uuidv7()
    await db
      .insertInto('company')
      .values({ id, ...columnsOf(fields), name: fields.name })
      .execute()
    const subject = { id, name: fields.name }
    await recordAudit(db, { action: 'company-added', subject, ...audit })
    if (member === undefined) return { id }
    // The company is made of this user, whose tax stays as it was unless the form says another.
    const takesTax = fields.taxTreatment === undefined
    const refusal = await joinCompany(db, id, { email: member, takesTax }, audit)
    // Undoes the company too.
    if (refusal) throw new RefusedChange(refusal)
    return { id }
  })
}

export async function changeCompany(
  db: Db,
  id: string,
  { version, ...changes }: CompanyChanges,
  audit: AuditContext,
): Promise<Changed | CompanyRefusal> {
  return refusing<Changed, CompanyRefusal>(db, constraints, async (db) => {
    const company = await lockCompany(db, id)
    if ('refused' in company) return company
    if (version !== undefined && version !== company.version) return { refused: 'stale-company' }
    await db
      .updateTable('company')
      .set({ ...columnsOf(changes), version: company.version + 1 })
      .where('id', '=', id)
      .execute()
    const subject = { id, name: changes.name ?? company.name }
    await recordAudit(db, { action: 'company-changed', subject, ...audit })
    return { id }
  })
}

/** Adds a group, or changes the one with this id. A new default group replaces the former one. */
export async function saveGroup(
  db: Db,
  given: string | undefined,
  { name, isDefault }: GroupForm,
  audit: AuditContext,
): Promise<Changed | CompanyRefusal> {
  return refusing<Changed, CompanyRefusal>(db, constraints, async (db) => {
    const id = given ?? uuidv7()
    if (isDefault) await db.updateTable('customerGroup').set({ isDefault: false }).execute()
    const group = { name, isDefault }
    const saved =
      given === undefined
        ? await db
            .insertInto('customerGroup')
            .values({ id, ...group })
            .returning('id')
            .executeTakeFirst()
        : await db
            .updateTable('customerGroup')
            .set(group)
            .where('id', '=', id)
            .returning('id')
            .executeTakeFirst()
    // Undoes the change of the former default group.
    if (!saved) throw new RefusedChange({ refused: 'unknown-group' })
    await recordAudit(db, { action: 'group-saved', subject: { id, name }, ...audit })
    return { id }
  })
}

function columnsOf(fields: Omit<CompanyChanges, 'version'>): Updateable<CompanyTable> {
  const { name, group, taxTreatment: tax, addresses, erpNumber } = fields
  return {
    ...(name !== undefined && { name }),
    ...(group !== undefined && { groupId: group }),
    ...(erpNumber !== undefined && { erpNumber }),
    ...(addresses && { addresses: JSON.stringify(addresses) }),
    ...(tax && {
      taxTreatment: tax.treatment,
      taxReference: tax.treatment === 'standard' ? null : tax.reference,
    }),
  }
}

const constraints: Record<string, CompanyRefusal> = {
  customer_group_name: { refused: 'known-group' },
  company_erp_number_key: { refused: 'known-erp-number' },
  company_group_id_fkey: { refused: 'no-such-group' },
}
