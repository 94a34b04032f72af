/** One field of a form; only a file has a file name, which nobody should trust. */
export type Part = { name: string; isFile: boolean; content: Uint8Array<ArrayBuffer> }

/**
 * The parts of a multipart/form-data body (RFC 7578), or null when it is none. Their contents are
 * views of the body: nothing is copied.
 */
export function readParts(body: Buffer<ArrayBuffer>, contentType: string): Part[] | null {
  const [, quoted, bare] =
    /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? []
  const boundary = `--${quoted ?? bare}`
  if (boundary === '--undefined' || !body.subarray(0, boundary.length).equals(bytes(boundary))) {
    return null
  }
  const parts: Part[] = []
  let at = boundary.length
  while (!startsWith(body, at, '--')) {
    const headersEnd = body.indexOf('\r\n\r\n', at)
    if (!startsWith(body, at, '\r\n') || headersEnd < 0) return null
    const headers = body.toString('latin1', at, headersEnd)
    const name = /^content-disposition:\s*form-data\b.*;\s*name="([^"]*)"/im.exec(headers)?.[1]
    const end = body.indexOf(`\r\n${boundary}`, headersEnd + 4, 'latin1')
    if (name === undefined || end < 0) return null
    const isFile = /;\s*filename\*?=/i.test(headers)
    parts.push({ name, isFile, content: body.subarray(headersEnd + 4, end) })
    at = end + 2 + boundary.length
  }
  return parts
}

function startsWith(body: Buffer, at: number, text: string): boolean {
  return body.toString('latin1', at, at + text.length) === text
}

function bytes(text: string): Buffer {
  return Buffer.from(text, 'latin1')
}
