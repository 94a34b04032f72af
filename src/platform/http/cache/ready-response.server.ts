import type { IncomingMessage, ServerResponse } from 'node:http'

/** A response with nothing left to compute: its headers and bytes are the same for every client. */
export type ReadyResponse = {
  headers: [string, string][]
  /** The headers as `writeHead` takes them: alternating names and values, Content-Length last. */
  rawHeaders: string[]
  body: Buffer<ArrayBuffer>
  /** Absent if conditional requests get a full response. */
  etag?: string
}

/** Prepares the headers for Node and for the Fetch API. */
export function readyResponse(
  headers: [string, string][],
  body: Buffer<ArrayBuffer>,
  etag?: string,
): ReadyResponse {
  const sized: [string, string][] = [
    ...headers.filter(([name]) => name.toLowerCase() !== 'content-length'),
    ['content-length', `${body.length}`],
  ]
  return { headers: sized, rawHeaders: sized.flat(), body, etag }
}

/** Sends the response through Node's API and returns the status. */
export function sendReady(ready: ReadyResponse, request: IncomingMessage, response: ServerResponse): number {
  const status = isUnchanged(ready, request.headers['if-none-match']) ? 304 : 200
  response.writeHead(status, status === 304 ? withoutLength(ready.rawHeaders) : ready.rawHeaders)
  response.end(status === 304 || request.method === 'HEAD' ? undefined : ready.body)
  return status
}

/** The same as a Fetch API Response. The server omits the body for HEAD. */
export function asResponse(ready: ReadyResponse, ifNoneMatch: string | undefined): Response {
  if (!isUnchanged(ready, ifNoneMatch)) return new Response(ready.body, ready)
  return new Response(null, {
    status: 304,
    headers: ready.headers.filter(([name]) => name !== 'content-length'),
  })
}

/** Whether If-None-Match contains the ETag. A proxy that re-encodes the body adds `W/` to it. */
function isUnchanged({ etag }: ReadyResponse, ifNoneMatch: string | undefined): boolean {
  if (!etag || !ifNoneMatch) return false
  if (ifNoneMatch === etag) return true
  const etags = ifNoneMatch.split(',').map((value) => value.trim().replace(/^W\//, ''))
  return etags.includes(etag) || etags.includes('*')
}

function withoutLength(rawHeaders: string[]): string[] {
  // `readyResponse` puts Content-Length last.
  return rawHeaders.slice(0, -2)
}
