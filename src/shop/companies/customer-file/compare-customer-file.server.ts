import { createHash } from 'node:crypto'
import { z } from '@hono/zod-openapi'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { listGroups } from '#shop/companies/company-queries.server.ts'
import { columnsJson, fileJson, rowJson, toRowJson } from '#shop/compared-files/file-json.server.ts'
import { readInBatches } from '#shop/compared-files/read-sent-file.server.ts'
import type { SurveyedTable } from '#shop/tables/columns/survey-columns.ts'
import {
  type ComparedCustomer,
  compareCustomers,
  type KnownCustomers,
  type KnownUser,
  readCustomer,
  type Ticks,
} from './compare-customers.ts'
import { customerFields } from './customer-fields.ts'

const changes = z.array(
  z.object({ field: z.string(), from: z.string().nullable(), to: z.string() }),
)
export const comparedCustomersJson = z
  .object({
    ...fileJson,
    review: z.string().openapi({ description: 'Send it to apply exactly what is shown here' }),
    missing: z.number().int().openapi({ description: 'Companies that are named and not known' }),
    compared: z.array(
      z.object({
        ...rowJson,
        email: z.string(),
        changes,
        kept: changes.openapi({ description: 'What stays without `changesCompanies`' }),
        cells: z.array(z.string()).openapi({ description: 'Of refused rows' }),
      }),
    ),
  })
  .openapi('ComparedCustomers')
export type ComparedCustomers = z.infer<typeof comparedCustomersJson>

/** Compares a file of customers with those of the shop. */
export async function compareCustomerFile(
  db: Db,
  { columns, rows, notes, questions }: SurveyedTable,
  ticks: Ticks,
): Promise<{ json: ComparedCustomers; compared: ComparedCustomer[] }> {
  const read = await readInBatches(questions.length > 0 ? [] : rows, (row) =>
    readCustomer(row, columns),
  )
  const known = await readKnown(
    db,
    read.map(({ row }) => row.email),
  )
  const { compared, missing } = compareCustomers(read, known, ticks)
  const shown = compared.map((customer) => {
    const { row, changes, kept } = customer
    return { ...toRowJson(customer), email: row.email, changes, kept }
  })
  const review = createHash('sha256').update(JSON.stringify(shown)).digest('base64url')
  const about = { ...columnsJson(columns, customerFields), notes, questions }
  return { json: { ...about, review, missing, compared: shown }, compared }
}

async function readKnown(db: Db, emails: string[]): Promise<KnownCustomers> {
  const { rows } = await sql<KnownUser & { email: string }>`
    select email, name, company_id, profile, false as is_registered
    from pending_user where email = any(${emails}::text[])
    union all
    select email, name, company_id, '{}', true
    from account left join company_member on account_id = account.id
    where email = any(${emails}::text[]) and email_verified and closed_at is null
    order by is_registered`.execute(db)
  return {
    users: new Map(rows.map((user) => [user.email, user])),
    companies: await db
      .selectFrom('company')
      .leftJoin('customerGroup', 'customerGroup.id', 'groupId')
      .select(['company.id', 'company.name', 'erpNumber', 'customerGroup.name as group'])
      .where('mergedInto', 'is', null)
      .execute(),
    groups: (await listGroups(db)).map(({ name }) => name),
  }
}
