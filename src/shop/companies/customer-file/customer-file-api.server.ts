import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { orRefuse } from '#platform/http/api/refusals.server.ts'
import { answers, refuses, restApi } from '#platform/http/api/rest-api.server.ts'
import type { WorkerPool } from '#platform/workers/worker-pool.server.ts'
import { adminRoute } from '#shop/auth/access/guarded-routes.server.ts'
import { createTableReader, refusedFiles } from '#shop/compared-files/read-sent-file.server.ts'
import { surveyTable } from '#shop/tables/columns/survey-columns.ts'
import { columnFields, fileBody, flag, flagBody } from '#shop/tables/files/read-upload.server.ts'
import { applyCustomers, refuseReview } from './apply-customers.server.ts'
import { compareCustomerFile, comparedCustomersJson } from './compare-customer-file.server.ts'
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
  return restApi()
    .openapi(
      adminRoute({
        method: 'post',
        path: '/customer-file/compare',
        operationId: 'compareCustomers',
        onlyReads: true,
        summary: 'Compare a file of customers with the users',
        description:
          'A CSV, TSV or spreadsheet file of up to 20 MB and 10,000 rows. Nothing is changed: apply the same file with the `review` of the answer to do so.',
        requestBody: fileBody(ticks),
        responses: {
          200: answers('What each row of the file does', comparedCustomersJson),
          ...refusedFiles,
        },
      }),
      async (c) => {
        const { json } = await readFile(c.req.raw, c.var.audit, (table, choices) =>
          compareCustomerFile(db, table, choices),
        )
        return c.json(json, 200)
      },
    )
    .openapi(
      adminRoute({
        method: 'post',
        path: '/customer-file/apply',
        operationId: 'applyCustomers',
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
      }),
      async (c) => {
        const { audit } = c.var
        const applied = await readFile(c.req.raw, audit, async (table, choices) => {
          const { json, compared } = await compareCustomerFile(db, table, choices)
          if (choices.review !== json.review) throw refuseReview({ refused: 'stale-review' })
          return orRefuse(await applyCustomers(db, compared, audit), refuseReview)
        })
        return c.json(applied, 200)
      },
    )
}
