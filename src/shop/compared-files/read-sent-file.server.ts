import { setImmediate } from 'node:timers/promises'
import type { z } from '@hono/zod-openapi'
import { orRefuse } from '#platform/http/api/refusals.server.ts'
import { refuses } from '#platform/http/api/rest-api.server.ts'
import { createConcurrencyLimit } from '#platform/jobs/concurrency-limit.server.ts'
import type { WorkerPool } from '#platform/workers/worker-pool.server.ts'
import { type AuditContext, queueOwnerOf } from '#shop/auth/access/caller.server.ts'
import { type ChosenColumns, readMapping } from '#shop/tables/columns/map-columns.ts'
import type { SurveyedTable, surveyTable } from '#shop/tables/columns/survey-columns.ts'
import type { TableField } from '#shop/tables/columns/table-fields.ts'
import { refuseFile } from '#shop/tables/files/file-refusals.server.ts'
import { readTable } from '#shop/tables/files/read-in-worker.server.ts'
import { type columnFields, readFields, readUploadedFile } from '#shop/tables/files/read-upload.server.ts'

/** How a route describes why it refuses a file. */
export const refusedFiles = {
  400: refuses('Invalid multipart body'),
  413: refuses('Larger than 20 MB'),
  415: refuses('Not multipart/form-data'),
  422: refuses('The file can’t be read, for the reason in the message'),
  503: refuses('Too many concurrent uploads'),
}

type ColumnChoices = z.output<z.ZodObject<typeof columnFields>>

/** Files of one kind, such as of prices. */
type FileKind<Choices> = {
  fields: TableField[]
  maxRows: number
  survey: (
    table: Parameters<typeof surveyTable>[0],
    chosen: ChosenColumns,
    decimalMarks: ColumnChoices['decimalMarks'],
  ) => SurveyedTable
  choices: z.ZodType<Choices>
}

/** Returns a function that reads the table of an uploaded file. Throws a refusal if it can't be read. */
export function createTableReader<Choices extends ColumnChoices>(
  workers: WorkerPool,
  { fields, maxRows, survey, choices: choicesOf }: FileKind<Choices>,
) {
  // Bodies are held in memory.
  const inTurn = createConcurrencyLimit({ atOnce: 2, waiting: 4 })
  return <Result>(
    request: Request,
    audit: AuditContext,
    work: (table: SurveyedTable, choices: Choices) => Promise<Result>,
  ) =>
    inTurn(async () => {
      const { file, texts } = await readUploadedFile(request)
      const choices = readFields(texts, choicesOf)
      const { sheet, encoding, mapping, decimalMarks } = choices
      const { chosen } = orRefuse(readMapping(mapping, fields), refuseFile)
      const wanted = { sheet, encoding, chosen: Object.keys(chosen), fields, maxRows }
      const read = await readTable((options) => workers(queueOwnerOf(audit), options), file, wanted)
      const table = survey(read, chosen, decimalMarks)
      return work({ ...table, notes: [...read.notes, ...table.notes] }, choices)
    })
}

const BATCH = 500

/** Reads rows in batches, so that requests between two of them do not wait. */
export async function readInBatches<Row, Read>(rows: readonly Row[], read: (row: Row) => Read) {
  const done: Read[] = []
  for (const row of rows) {
    done.push(read(row))
    if (done.length % BATCH === 0) await setImmediate()
  }
  return done
}
