import type { Refusal } from '#platform/http/api/refusals.server.ts'
import { type MultipartRefusal, type Part, readForm } from '#platform/http/multipart.ts'
import { createConcurrencyLimit } from '#platform/jobs/concurrency-limit.server.ts'

/** Why an upload has no usable file. */
export type UploadRefusal = MultipartRefusal | Refusal<'several-parts' | 'not-a-file' | 'empty'>

type ConcurrencyLimit = Parameters<typeof createConcurrencyLimit>[0]

type UploadRules = {
  /** The name of the only field. */
  field: string
  largestBytes: number
  /** The maximum bytes of an oversized body that are read before the connection is closed. */
  drainedBytes: number
}

/** The documented body of a route for uploads, which reads it itself, after authentication. */
export function uploadBody(field: string) {
  const properties = { [field]: { type: 'string' as const, format: 'binary' } }
  const schema = { type: 'object' as const, properties, required: [field] }
  return { required: true, content: { 'multipart/form-data': { schema } } }
}

/**
 * Returns a function that stores the file of an upload, or throws its refusal. `bodies` limits how
 * many are held in memory.
 */
export function createUpload<Stored extends object, Refused extends Refusal>({
  rules,
  bodies,
  store,
  refuse,
}: {
  rules: UploadRules
  bodies: ConcurrencyLimit
  store: (file: Uint8Array, name: string | undefined) => Promise<Stored | Refused>
  refuse: (refusal: UploadRefusal | Refused) => Error
}): (request: Request) => Promise<Stored> {
  const read = createConcurrencyLimit(bodies)
  return async (request) => {
    const stored = await read(async () => {
      const file = await readUpload(request, rules)
      return 'refused' in file ? file : store(file.content, file.fileName)
    })
    if ('refused' in stored) throw refuse(stored)
    return stored
  }
}

/** Reads the only file of a multipart body, which must not be larger than allowed. */
async function readUpload(
  request: Request,
  { field, largestBytes, drainedBytes }: UploadRules,
): Promise<Part | UploadRefusal> {
  // The file plus its multipart overhead.
  const parts = await readForm(request, {
    largest: largestBytes + 16 * 1024,
    drained: drainedBytes,
  })
  if ('refused' in parts) return parts
  const [file, ...others] = parts
  if (others.length > 0) return { refused: 'several-parts' }
  if (file?.name !== field || !file.isFile) return { refused: 'not-a-file' }
  if (file.content.length === 0) return { refused: 'empty' }
  return file.content.length > largestBytes ? { refused: 'too-large' } : file
}
