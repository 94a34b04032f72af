import { getMultipartBoundary, parseMultipart } from '@remix-run/multipart-parser'
import type { Refusal } from './api/refusals.server.ts'
import { readLimitedBody } from './read-limited-body.server.ts'

/** One part of a form. A file's name is only for people: it may be anything. */
export type Part = { name: string; isFile: boolean; fileName?: string; content: Uint8Array }

const MAX_PARTS = 20

/** Why a request has no readable form. */
export type MultipartRefusal = Refusal<'not-multipart' | 'damaged-upload' | 'too-large'>

/** Reads the parts of a request's form; `bounds` are those of `readLimitedBody`. */
export async function readForm(
  { body, headers }: Request,
  bounds: Parameters<typeof readLimitedBody>[1],
): Promise<Part[] | MultipartRefusal> {
  const type = headers.get('Content-Type') ?? ''
  if (!/^multipart\/form-data\s*;/i.test(type)) return { refused: 'not-multipart' }
  const bytes = await readLimitedBody(body, bounds)
  if (!bytes) return { refused: 'too-large' }
  return readParts(bytes, type) ?? { refused: 'damaged-upload' }
}

/** Returns the parts of a multipart/form-data body (RFC 7578), or null when it is malformed. */
export function readParts(body: Uint8Array, contentType: string): Part[] | null {
  const boundary = getMultipartBoundary(contentType)
  if (!boundary || body.length === 0) return null
  try {
    const limits = { maxFileSize: body.length, maxTotalSize: body.length, maxParts: MAX_PARTS }
    return Array.from(parseMultipart(body, { boundary, ...limits }), (part) => {
      if (part.name === undefined) throw new Error('A part has no name')
      const { name, filename: fileName, bytes: content } = part
      return { name, isFile: fileName !== undefined, content, ...(fileName && { fileName }) }
    })
  } catch {
    return null
  }
}
