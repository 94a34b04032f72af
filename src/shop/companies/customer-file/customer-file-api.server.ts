import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { orRefuse } from '#platform/http/api/refusals.server.ts'
import { answers, refuses, restApi } from '#platform/http/api/rest-api.server.ts'
import { createConcurrencyLimit } from '#platform/jobs/concurrency-limit.server.ts'
import type { WorkerPool } from '#platform/workers/worker-pool.server.ts'
import type { JobOptions } from '#platform/workers/worker-process.server.ts'
import { type AuditContext, queueOwnerOf } from '#shop/auth/access/caller.server.ts'
import { adminRoute } from '#shop/auth/access/guarded-routes.server.ts'
import {
  fileBody,
  flagBody,
  readFields,
  readUploadedFile,
} from '#shop/tables/files/read-upload.server.ts'
import { applyCustomers, refuseReview } from './apply-customers.server.ts'
import {
  comparedCustomersJson,
  customerChoices,
  readCustomerFile,
} from './read-customer-file.server.ts'

const ticks = {
  makesCompanies: flagBody('Makes companies that are named and not known'),
  changesCompanies: flagBody(
    'Changes the company of users with a proved e-mail, and groups and numbers of companies',
  ),
}
const refused = {
  400: refuses('Invalid multipart body'),
  413: refuses('Larger than 20 MB'),
  415: refuses('Not multipart/form-data'),
  422: refuses('The file can’t be read, for the reason in the message'),
  503: refuses('Too many concurrent uploads'),
}

/** Compares files of customers with the users of the shop, and applies them. It has its own limit of the body. */
export function createCustomerFileApi({ db, workers }: { db: Db; workers: WorkerPool }) {
  // Bodies are held in memory.
  const receive = createConcurrencyLimit({ atOnce: 2, waiting: 4 })
  const read = async (request: Request, audit: AuditContext) => {
    const { file, texts } = await readUploadedFile(request)
    const choices = readFields(texts, customerChoices)
    const runJob = (options: JobOptions) => workers(queueOwnerOf(audit), options)
    return { ...(await readCustomerFile({ db, workers: runJob }, file, choices)), choices }
  }
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
          ...refused,
        },
      }),
      async (c) => c.json((await receive(() => read(c.req.raw, c.var.audit))).json, 200),
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
          ...refused,
        },
      }),
      async (c) => {
        const applied = await receive(async () => {
          const { json, compared, choices } = await read(c.req.raw, c.var.audit)
          if (choices.review !== json.review) throw refuseReview({ refused: 'stale-review' })
          return orRefuse(await applyCustomers(db, compared, c.var.audit), refuseReview)
        })
        return c.json(applied, 200)
      },
    )
}
