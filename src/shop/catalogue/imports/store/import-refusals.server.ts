import { type Refusal, refusals } from '#platform/http/api/refusals.server.ts'
import type { MultipartRefusal } from '#platform/http/multipart.ts'
import { NOT_READ } from './import-limits.ts'
import type { ImportStatus } from './product-import.ts'

/** Why an import was not accepted, changed or applied. */
export type ImportRefusal =
  | MultipartRefusal
  | Refusal<'no-such-import' | 'no-such-row' | 'no-file'>
  | Refusal<'wrong-type' | 'undecided' | 'mapped-twice' | 'not-a-field' | 'too-many-for-workbook'>
  | (Refusal<'unreadable'> & { problem: string })
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

/** Maps refusals of imports to responses. */
export const refuseImport = refusals<ImportRefusal>({
  'no-such-import': { status: 404, text: 'There is no such import.' },
  'no-such-row': { status: 404, text: 'The import has no such row.' },
  'not-multipart': {
    status: 415,
    text: 'Send the file as multipart/form-data, in the field file.',
  },
  'damaged-upload': { status: 400, code: 'malformed', text: 'The multipart body is malformed.' },
  'no-file': { status: 422, code: 'invalid', text: 'Send one file in the field file.' },
  'too-large': { status: 413, text: 'The file is larger than 20 MB.' },
  'wrong-type': {
    status: 415,
    text: NOT_READ,
  },
  unreadable: { status: 422, text: ({ problem }) => problem },
  undecided: { status: 409, text: 'Answer the questions about the columns first.' },
  'mapped-twice': {
    status: 422,
    code: 'invalid',
    text: 'Choose each field for one column only, and one of them for the stock.',
    field: 'mapping',
  },
  'not-a-field': {
    status: 422,
    code: 'invalid',
    text: 'mapping names a field that does not exist.',
    field: 'mapping',
  },
  'too-many-for-workbook': {
    status: 422,
    text: 'A workbook has at most 50,000 rows. Download CSV.',
  },
  'changed-since': {
    status: 409,
    text: ({ changedBy, changedAt }) =>
      `This import was changed by ${changedBy ?? 'another program'} at ${changedAt?.toISOString().slice(0, 16).replace('T', ' ')} UTC. Look at it again before you apply it.`,
  },
  'wrong-status': {
    status: 409,
    text: ({ status }) => `This import ${doing[status]}.`,
  },
})
