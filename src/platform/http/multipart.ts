import { getMultipartBoundary, parseMultipart } from '@remix-run/multipart-parser'

/** One field of a form; only a file has a file name, which must not be trusted. */
export type Part = { name: string; isFile: boolean; content: Uint8Array }

const MOST_PARTS = 20

/** The parts of a multipart/form-data body (RFC 7578), or null when the body is malformed. */
export function readParts(body: Uint8Array, contentType: string): Part[] | null {
  const boundary = getMultipartBoundary(contentType)
  if (!boundary || body.length === 0) return null
  try {
    const limits = { maxFileSize: body.length, maxTotalSize: body.length, maxParts: MOST_PARTS }
    return Array.from(parseMultipart(body, { boundary, ...limits }), (part) => {
      if (part.name === undefined) throw new Error('A part has no name')
      return { name: part.name, isFile: part.filename !== undefined, content: part.bytes }
    })
  } catch {
    return null
  }
}
