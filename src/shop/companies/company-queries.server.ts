import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import { likeText } from '#platform/database/word-search.server.ts'

export type StoredGroup = Awaited<ReturnType<typeof listGroups>>[number]
export type ListedCompany = Awaited<ReturnType<typeof listCompanies>>[number]
export type FoundCompany = NonNullable<Awaited<ReturnType<typeof findCompany>>>

export async function listGroups(db: Db) {
  return db
    .selectFrom('customerGroup')
    .select(['id', 'name', 'isDefault'])
    .select((group) =>
      group
        .selectFrom('company')
        .whereRef('groupId', '=', 'customerGroup.id')
        .where('mergedInto', 'is', null)
        .select(sql<number>`count(*)::integer`.as('companies'))
        .$asScalar()
        .$notNull()
        .as('companies'),
    )
    .orderBy(sql`lower(name)`)
    .execute()
}

/** Returns a page of the companies whose name or ERP number begins with the search, by name. */
export async function listCompanies(
  db: Db,
  { search, size, page }: { search: string; size: number; page: number },
) {
  return companiesFound(db, search)
    .leftJoin('customerGroup', 'customerGroup.id', 'groupId')
    .select(['company.id', 'company.name', 'erpNumber', 'customerGroup.name as group'])
    .select((company) =>
      company
        .selectFrom('companyMember')
        .whereRef('companyId', '=', 'company.id')
        .select(sql<number>`count(*)::integer`.as('members'))
        .$asScalar()
        .$notNull()
        .as('members'),
    )
    .orderBy(sql`lower(company.name)`)
    .orderBy('company.id')
    .limit(size)
    .offset(size * page)
    .execute()
}

export async function countCompanies(db: Db, search: string): Promise<number> {
  const { count } = await companiesFound(db, search)
    .select(sql<number>`count(*)::integer`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Finds a company with its members by name; merged ones too. */
export async function findCompany(db: Db, id: string) {
  if (!isUuid(id)) return undefined
  const company = await db
    .selectFrom('company')
    .leftJoin('customerGroup', 'customerGroup.id', 'company.groupId')
    .leftJoin('company as target', 'target.id', 'company.mergedInto')
    .selectAll('company')
    .select(['customerGroup.name as group', 'target.name as mergedName'])
    .where('company.id', '=', id)
    .executeTakeFirst()
  if (!company) return undefined
  const members = await db
    .selectFrom('companyMember')
    .innerJoin('account', 'account.id', 'companyMember.accountId')
    .select(['account.id', 'account.name', 'account.email'])
    .select(['account.taxTreatment', 'account.taxReference'])
    .where('companyMember.companyId', '=', id)
    .orderBy('account.name')
    .orderBy('account.id')
    .execute()
  const pending = await db
    .selectFrom('pendingUser')
    .select(['email', 'name', 'invitedAt'])
    .where('companyId', '=', id)
    .orderBy('name')
    .execute()
  return { company, members, pending }
}

export async function findCompanyOf(db: Db, accountId: string) {
  return db
    .selectFrom('companyMember')
    .innerJoin('company', 'company.id', 'companyId')
    .select(['company.id', 'company.name', 'company.addresses'])
    .select(['company.taxTreatment', 'company.taxReference'])
    .where('accountId', '=', accountId)
    .executeTakeFirst()
}

/** Counts the buyers of a company or a group, or all of them. */
export async function countBuyers(
  db: Db,
  { companyId, groupId }: { companyId: string | null; groupId: string | null },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count
    from account
    left join company_member on account_id = account.id
    left join company on company.id = company_id
    where closed_at is null and role is distinct from 'admin'
      and company.id is not distinct from coalesce(${companyId}, company.id)
      and (${groupId}::uuid is null or ${groupId} = case when company.id is null
        then (select id from customer_group where is_default) else company.group_id end)`.execute(db)
  return rows[0]?.count ?? 0
}

/** Returns the companies of these users by their ids. */
export async function listCompaniesOf(db: Db, accountIds: string[]) {
  const rows = await db
    .selectFrom('companyMember')
    .innerJoin('company', 'company.id', 'companyId')
    .select(['accountId', 'company.id', 'company.name', 'company.version'])
    .where('accountId', '=', sql<string>`any(${accountIds}::uuid[])`)
    .execute()
  return new Map(rows.map(({ accountId, ...company }) => [accountId, company]))
}

/** A merged company is no longer found, because nobody belongs to it. */
function companiesFound(db: Db, search: string) {
  const prefix = `${likeText(search)}%`
  return db
    .selectFrom('company')
    .where('mergedInto', 'is', null)
    .$if(search.trim() !== '', (query) =>
      query.where((is) =>
        is.or([
          is(sql`lower(company.name)`, 'like', prefix),
          is(sql`lower(company.name)`, 'like', `% ${prefix}`),
          is(sql`lower(erp_number)`, 'like', prefix),
        ]),
      ),
    )
}
