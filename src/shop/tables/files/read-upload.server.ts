import { z } from '@hono/zod-openapi'
import { fieldErrors } from '#platform/http/api/field-errors.ts'
import { HttpRefusal } from '#platform/http/http-errors.ts'
import { readForm } from '#platform/http/multipart.ts'
import { firstCharacters, removeControlCharacters } from '#platform/text.ts'
import { encodings } from '#shop/tables/decode-text.ts'
import { FILE_LIMITS } from './file-limits.ts'
import { refuseFile } from './file-refusals.server.ts'

const json = (text: string) => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

/** The decimal marks that can be chosen for a field. */
export const decimalMark = z.enum(['.', ','], 'A decimal mark is . or ,')

export const columnFields = {
  mapping: z
    .string()
    .transform(json)
    .pipe(z.record(z.string(), z.string(), 'mapping must be an object of header and field'))
    .default({}),
  decimalMarks: z
    .string()
    .transform(json)
    .pipe(z.record(z.string(), decimalMark, 'decimalMarks must be an object of field and mark'))
    .default({}),
  sheet: z.string().max(100).nullable().default(null),
  encoding: z
    .enum(encodings, `encoding must be one of ${encodings.join(', ')}`)
    .nullable()
    .default(null),
}

/** An uploaded file, and the other fields of its form. */
export type UploadedFile = { file: Uint8Array; fileName: string; texts: Record<string, string> }

/** Reads a form with one file in the field `file`. Throws a refusal. */
export async function readUploadedFile(request: Request): Promise<UploadedFile> {
  // The file plus the other fields.
  const largest = FILE_LIMITS.bytes + 256 * 1024
  const parts = await readForm(request, { largest, drained: 2 * largest })
  if ('refused' in parts) throw refuseFile(parts)
  const files = parts.filter(({ isFile }) => isFile)
  const [uploaded] = files
  if (files.length !== 1 || uploaded?.name !== 'file') throw refuseFile({ refused: 'no-file' })
  if (uploaded.content.length > FILE_LIMITS.bytes) throw refuseFile({ refused: 'too-large' })
  const decoder = new TextDecoder()
  const texts = parts.filter(({ isFile }) => !isFile)
  return {
    file: uploaded.content,
    fileName: firstCharacters(removeControlCharacters(uploaded.fileName ?? 'file'), 200),
    texts: Object.fromEntries(texts.map(({ name, content }) => [name, decoder.decode(content)])),
  }
}

/** Reads the other fields of a form. Throws a 422 that names the field. */
export function readFields<Fields extends z.ZodType>(
  texts: Record<string, string>,
  fields: Fields,
): z.output<Fields> {
  const read = fields.safeParse(texts)
  if (read.success) return read.data
  const message = read.error.issues[0]?.message ?? 'Malformed request'
  throw new HttpRefusal(422, 'invalid', message, { fields: fieldErrors(read.error) })
}
