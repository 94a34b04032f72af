import { type Refusal, type RefusalTable, refusals } from '#platform/http/api/refusals.server.ts'
import type { MultipartRefusal } from '#platform/http/multipart.ts'
import type { MappingRefusal } from '#shop/tables/columns/map-columns.ts'
import type { UnreadableFile } from './collect-rows.server.ts'
import { NOT_READ } from './file-limits.ts'

export type FileRefusal =
  | MultipartRefusal
  | Refusal<'no-file' | 'wrong-type'>
  | UnreadableFile
  | MappingRefusal

/** The responses to them, which what reads files may add to. */
export const fileRefusals: RefusalTable<FileRefusal> = {
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
}

export const refuseFile = refusals<FileRefusal>(fileRefusals)
