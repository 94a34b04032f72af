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

export const decimalMark = z.enum(['.', ','], 'A decimal mark is . or ,')

/** A choice of yes or no, as the field of a form. */
export const flag = (name: string) =>
  z
    .enum(['true', 'false'], `${name} must be true or false`)
    .default('false')
    .transform((text) => text === 'true')

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

const text = { type: 'string' as const }

/** The body of a request with a file and how it is read, with other choices, as the API describes it. */
export const fileBody = (choices: Record<string, object>) => ({
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object' as const,
        properties: {
          file: { ...text, format: 'binary' },
          mapping: {
            ...text,
            description:
              'A JSON object of header and field, or another choice of `fields`; of products, `+minQuantity` is a value for all new ones',
          },
          decimalMarks: { ...text, description: 'A JSON object of field and . or ,' },
          sheet: { ...text, description: 'The sheet of a workbook that has several' },
          encoding: {
            ...text,
            enum: [...encodings],
            description: 'Of a text whose letters would be broken',
          },
          ...choices,
        },
        required: ['file'],
      },
    },
  },
})

export const flagBody = (description: string) => {
  return { ...text, enum: ['true', 'false'], default: 'false', description }
}

/** An uploaded file, and the other fields of its form. */
export type UploadedFile = { file: Uint8Array; fileName: string; texts: Record<string, string> }

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
