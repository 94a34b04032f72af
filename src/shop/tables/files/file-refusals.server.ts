import {
  invalid,
  malformed,
  type Refusal,
  type RefusalTable,
  refusals,
  unprocessable,
} from '#platform/http/api/refusals.server.ts'
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
  'damaged-upload': malformed('The multipart body is malformed.', { code: 'malformed' }),
  'no-file': invalid('Send one file in the field file.'),
  'too-large': { status: 413, text: 'The file is larger than 20 MB.' },
  'wrong-type': {
    status: 415,
    text: NOT_READ,
  },
  unreadable: unprocessable(({ problem }) => problem),
  'mapped-twice': invalid('Choose each field for one column only, and one of them for the stock.', 'mapping'),
  'not-a-field': invalid('mapping names a field that does not exist.', 'mapping'),
}

export const refuseFile = refusals<FileRefusal>(fileRefusals)
