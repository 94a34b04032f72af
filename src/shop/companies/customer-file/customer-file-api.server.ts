import { createHash } from 'node:crypto'
import { z } from '@hono/zod-openapi'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { orRefuse } from '#platform/http/api/refusals.server.ts'
import { answers, refuses, restApi } from '#platform/http/api/rest-api.server.ts'
import type { WorkerPool } from '#platform/workers/worker-pool.server.ts'
import { adminRoute } from '#shop/auth/access/guarded-routes.server.ts'
import { listGroups } from '#shop/companies/company-queries.server.ts'
import { columnsJson, fileJson, rowJson, toRowJson } from '#shop/compared-files/file-json.server.ts'
import { createTableReader, readInBatches, refusedFiles } from '#shop/compared-files/read-sent-file.server.ts'
import { type SurveyedTable, surveyTable } from '#shop/tables/columns/survey-columns.ts'
import { columnFields, fileBody, flag, flagBody } from '#shop/tables/files/read-upload.server.ts'
import { applyCustomers, refuseReview } from './apply-customers.server.ts'
import {
  type ComparedCustomer,
  compareCustomers,
  type KnownCustomers,
  type KnownUser,
  readCustomer,
  type Ticks,
} from './compare-customers.ts'
import { customerFields, MAX_CUSTOMERS } from './customer-fields.ts'

const ticks = {
  makesCompanies: flagBody('Makes companies that are named and not known'),
  changesCompanies: flagBody(
    'Changes the company of users with a proved e-mail, and groups and numbers of companies',
  ),
}

/** Compares files of customers with the users of the shop, and applies them. */
export function createCustomerFileApi({ db, workers }: { db: Db; workers: WorkerPool }) {
  const readFile = createTableReader(workers, {
    fields: customerFields,
    maxRows: MAX_CUSTOMERS,
    survey: (table, chosen, decimalMarks) =>
      surveyTable(table, { fields: customerFields, chosen, decimalMarks, required: [['email']] }),
    choices: z.object({
      ...columnFields,
      makesCompanies: flag('makesCompanies'),
      changesCompanies: flag('changesCompanies'),
      review: z.string().max(100).optional(),
    }),
  })
  return restApi({
    compareCustomers: adminRoute({
      endpoint: 'POST /customer-file/compare',
      onlyReads: true,
      summary: 'Compare a file of customers with the users',
      description:
        'A CSV, TSV or spreadsheet file of up to 20 MB and 10,000 rows. Nothing is changed: apply the same file with the `review` of the answer to do so.',
      requestBody: fileBody(ticks),
      responses: {
        200: answers('What each row of the file does', comparedCustomersJson),
        ...refusedFiles,
      },
      respond: async (c) => {
        const { json } = await readFile(c.req.raw, c.var.audit, (table, choices) =>
          compareCustomerFile(db, table, choices),
        )
        return c.json(json, 200)
      },
    }),
    applyCustomers: adminRoute({
      endpoint: 'POST /customer-file/apply',
      summary: 'Add and change the customers of a compared file',
      description: 'Nothing is mailed; invite the added users afterwards.',
      requestBody: fileBody({
        ...ticks,
        review: { type: 'string' as const, description: 'Of the comparison' },
      }),
      responses: {
        200: answers('How many rows did something', z.object({ count: z.number().int() })),
        409: refuses('Something changed after the comparison'),
        ...refusedFiles,
      },
      respond: async (c) => {
        const { audit } = c.var
        const applied = await readFile(c.req.raw, audit, async (table, choices) => {
          const { json, compared } = await compareCustomerFile(db, table, choices)
          if (choices.review !== json.review) throw refuseReview({ refused: 'stale-review' })
          return orRefuse(await applyCustomers(db, compared, audit), refuseReview)
        })
        return c.json(applied, 200)
      },
    }),
  })
}

const changes = z.array(z.object({ field: z.string(), from: z.string().nullable(), to: z.string() }))
export const comparedCustomersJson = z
  .object({
    ...fileJson,
    review: z.string().describe('Send it to apply exactly what is shown here'),
    missing: z.number().int().describe('Companies that are named and not known'),
    compared: z.array(
      z.object({
        ...rowJson,
        email: z.string(),
        changes,
        kept: changes.describe('What stays without `changesCompanies`'),
        cells: z.array(z.string()).describe('Of refused rows'),
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
  const read = await readInBatches(questions.length > 0 ? [] : rows, (row) => readCustomer(row, columns))
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
