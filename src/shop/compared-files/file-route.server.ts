import { setImmediate } from 'node:timers/promises'
import type { z } from '@hono/zod-openapi'
import { orRefuse } from '#platform/http/api/refusals.server.ts'
import { createConcurrencyLimit } from '#platform/jobs/concurrency-limit.server.ts'
import type { WorkerPool } from '#platform/workers/worker-pool.server.ts'
import { type AdminPost, adminJson } from '#shop/auth/access/admin-list.server.ts'
import { type AuditContext, queueOwnerOf } from '#shop/auth/access/caller.server.ts'
import { type ChosenColumns, readMapping } from '#shop/tables/columns/map-columns.ts'
import type { SurveyedTable, surveyTable } from '#shop/tables/columns/survey-columns.ts'
import type { TableField } from '#shop/tables/columns/table-fields.ts'
import { refuseFile } from '#shop/tables/files/file-refusals.server.ts'
import { readTable } from '#shop/tables/files/read-in-worker.server.ts'
import {
  type columnFields,
  fileBody,
  readFields,
  readUploadedFile,
} from '#shop/tables/files/read-upload.server.ts'

/** How the columns of a file are read. */
type ColumnChoices = z.output<z.ZodObject<typeof columnFields>>

type ReceivedFile<Choices> = {
  file: Uint8Array
  fileName: string
  choices: Choices
  /** The fields that were chosen for columns. */
  chosen: ChosenColumns
}

/** A route on which admins send a file with a table: `api.openapi(...fileRoute({ … }))`. It has its own limit of the body. */
export function fileRoute<
  Path extends string,
  Json extends z.ZodType,
  Params extends z.ZodType | undefined = undefined,
>({
  choices,
  refusals,
  ...route
}: AdminPost<Path, Params, Json> & {
  /** Those beside the columns, as the API describes them. */ choices: Record<string, object>
}) {
  return adminJson({
    ...route,
    method: 'post',
    requestBody: fileBody(choices),
    refusals: {
      400: 'Invalid multipart body',
      413: 'Larger than 20 MB',
      415: 'Not multipart/form-data',
      422: 'The file can’t be read, for the reason in the message',
      503: 'Too many concurrent uploads',
      ...refusals,
    },
  })
}

/** Returns a function that takes uploaded files, some at a time, with what was chosen for them. */
export function createFileReceiver<Choices extends ColumnChoices>(choicesOf: z.ZodType<Choices>) {
  // Bodies are held in memory.
  const inTurn = createConcurrencyLimit({ atOnce: 2, waiting: 4 })
  return <Result>(
    request: Request,
    fields: readonly TableField[],
    work: (received: ReceivedFile<Choices>) => Promise<Result>,
  ) =>
    inTurn(async () => {
      const { file, fileName, texts } = await readUploadedFile(request)
      const choices = readFields(texts, choicesOf)
      const { chosen } = orRefuse(readMapping(choices.mapping, fields), refuseFile)
      return work({ file, fileName, choices, chosen })
    })
}

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
  { fields, maxRows, survey, choices }: FileKind<Choices>,
) {
  const receive = createFileReceiver(choices)
  return <Result>(
    request: Request,
    audit: AuditContext,
    work: (table: SurveyedTable, choices: Choices) => Promise<Result>,
  ) =>
    receive(request, fields, async ({ file, choices, chosen }) => {
      const { sheet, encoding, decimalMarks } = choices
      const read = await readTable((options) => workers(queueOwnerOf(audit), options), file, {
        sheet,
        encoding,
        chosen: Object.keys(chosen),
        fields,
        maxRows,
      })
      const table = survey(read, chosen, decimalMarks)
      return work({ ...table, notes: [...read.notes, ...table.notes] }, choices)
    })
}

const BATCH = 500

/** Reads rows in batches, so that requests between two of them do not wait. */
export async function readInBatches<Row, Read>(
  rows: readonly Row[],
  read: (row: Row) => Read,
): Promise<Read[]> {
  const done: Read[] = []
  for (const row of rows) {
    done.push(read(row))
    if (done.length % BATCH === 0) await setImmediate()
  }
  return done
}
