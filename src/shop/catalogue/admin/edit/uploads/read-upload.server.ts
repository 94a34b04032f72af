import type { Refusal } from '#platform/http/api/refusals.server.ts'
import { readParts } from '#platform/http/multipart.ts'
import { readLimitedBody } from '#platform/http/read-limited-body.server.ts'

/** Why an upload holds no file to look at. */
export type UploadRefusal = Refusal<
  'not-multipart' | 'damaged-upload' | 'several-parts' | 'not-a-file' | 'empty' | 'too-large'
>

type UploadRules = {
  /** The name of the only field. */
  field: string
  largestBytes: number
  /** The most bytes of a too large body that are read before the connection is closed. */
  drainedBytes: number
}

export function isMultipart(type: string): boolean {
  return /^multipart\/form-data\s*;/i.test(type)
}

/** Reads the only file of a multipart body, which must not be larger than allowed. */
export async function readUpload(
  body: ReadableStream<Uint8Array> | null,
  type: string,
  { field, largestBytes, drainedBytes }: UploadRules,
): Promise<Uint8Array | UploadRefusal> {
  // The file plus its multipart overhead.
  const bounds = { largest: largestBytes + 16 * 1024, drained: drainedBytes }
  const bytes = await readLimitedBody(body, bounds)
  if (!bytes) return { refused: 'too-large' }
  const parts = readParts(bytes, type)
  if (!parts) return { refused: 'damaged-upload' }
  const [file, ...others] = parts
  if (others.length > 0) return { refused: 'several-parts' }
  if (file?.name !== field || !file.isFile) return { refused: 'not-a-file' }
  if (file.content.length === 0) return { refused: 'empty' }
  return file.content.length > largestBytes ? { refused: 'too-large' } : file.content
}
