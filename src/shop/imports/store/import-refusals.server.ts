import {
  conflict,
  notFound,
  type Refusal,
  refusals,
  unprocessable,
} from '#platform/http/api/refusals.server.ts'
import { type FileRefusal, fileRefusals } from '#shop/tables/files/file-refusals.server.ts'
import type { ImportStatus } from './product-import.ts'

export type ImportRefusal =
  | FileRefusal
  | Refusal<'no-such-import' | 'no-such-row' | 'undecided' | 'too-many-for-workbook'>
  | (Refusal<'wrong-status'> & { status: ImportStatus })
  | (Refusal<'changed-since'> & { changedBy: string | null; changedAt: Date | null })

const doing: Record<ImportStatus, string> = {
  reading: 'is still being read',
  compared: 'was not applied',
  applying: 'is being applied',
  applied: 'was applied',
  cancelled: 'was cancelled',
  undoing: 'is being undone',
  undone: 'was undone',
  refused: 'can’t be read',
  failed: 'has failed',
}

export const refuseImport = refusals<ImportRefusal>({
  ...fileRefusals,
  'no-such-import': notFound('There is no such import.'),
  'no-such-row': notFound('The import has no such row.'),
  undecided: conflict('Answer the questions about the columns first.'),
  'too-many-for-workbook': unprocessable('A workbook has at most 50,000 rows. Download CSV.'),
  'changed-since': conflict(
    ({ changedBy, changedAt }) =>
      `This import was changed by ${changedBy ?? 'another program'} at ${changedAt?.toISOString().slice(0, 16).replace('T', ' ')} UTC. Look at it again before you apply it.`,
  ),
  'wrong-status': conflict(({ status }) => `This import ${doing[status]}.`),
})
