import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { z } from '@hono/zod-openapi'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { orRefuse } from '#platform/http/api/refusals.server.ts'
import type { RunJob } from '#platform/workers/worker-pool.server.ts'
import type { JobOptions } from '#platform/workers/worker-process.server.ts'
import { listGroups } from '#shop/companies/company-queries.server.ts'
import { readMapping } from '#shop/tables/columns/map-columns.ts'
import { surveyColumns } from '#shop/tables/columns/survey-columns.ts'
import { columnsJson, fileJson } from '#shop/tables/files/file-json.server.ts'
import { refuseFile } from '#shop/tables/files/file-refusals.server.ts'
import { readTable } from '#shop/tables/files/read-in-worker.server.ts'
import { columnFields, flag } from '#shop/tables/files/read-upload.server.ts'
import { rowStates } from '#shop/tables/row-states.ts'
import {
  type ComparedCustomer,
  compareCustomers,
  type KnownCustomers,
  type KnownUser,
  readCustomer,
} from './compare-customers.ts'
import { customerFields, MAX_CUSTOMERS } from './customer-fields.ts'

const BATCH = 500

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
        row: z.number().int().openapi({ description: 'Its number in the file' }),
        state: z.enum(rowStates),
        email: z.string(),
        changes,
        kept: changes.openapi({ description: 'What stays without `changesCompanies`' }),
        reasons: z.array(z.string()).openapi({ description: 'Why it is refused' }),
        cells: z.array(z.string()).openapi({ description: 'Of refused rows' }),
      }),
    ),
  })
  .openapi('ComparedCustomers')
export type ComparedCustomers = z.infer<typeof comparedCustomersJson>

export const customerChoices = z.object({
  ...columnFields,
  makesCompanies: flag('makesCompanies'),
  changesCompanies: flag('changesCompanies'),
  review: z.string().max(100).optional(),
})

type FileDeps = { db: Db; workers: (options: JobOptions) => RunJob }

/** Reads a file of customers and compares it with those of the shop. Throws a refusal if it can't be read. */
export async function readCustomerFile(
  { db, workers }: FileDeps,
  file: Uint8Array,
  choices: z.output<typeof customerChoices>,
): Promise<{ json: ComparedCustomers; compared: ComparedCustomer[] }> {
  const { mapping, decimalMarks, sheet, encoding } = choices
  const { chosen } = orRefuse(readMapping(mapping, customerFields), refuseFile)
  const { headings, empty, rows, notes } = await readTable(workers, file, {
    sheet,
    encoding,
    chosen: Object.keys(chosen),
    fields: customerFields,
    maxRows: MAX_CUSTOMERS,
  })
  const survey = surveyColumns({
    headings,
    fields: customerFields,
    chosen,
    decimalMarks,
    required: [['email']],
    empty,
  })
  for (const { cells } of rows) survey.add(cells)
  const { questions } = survey.finish()
  const read: ReturnType<typeof readCustomer>[] = []
  for (const row of questions.length > 0 ? [] : rows) {
    read.push(readCustomer(row, survey.columns))
    // Requests between two batches do not wait.
    if (read.length % BATCH === 0) await setImmediate()
  }
  const known = await readKnown(
    db,
    read.map(({ row }) => row.email),
  )
  const { compared, missing } = compareCustomers(read, known, choices)
  const shown = compared.map(
    ({ position, row: { email }, state, changes, kept, reasons, cells }) => {
      const ofRefused = state === 'refused' ? cells : []
      return { row: position, email, state, changes, kept, reasons, cells: ofRefused }
    },
  )
  const review = createHash('sha256').update(JSON.stringify(shown)).digest('base64url')
  const about = { ...columnsJson(survey.columns, customerFields), notes, questions }
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
