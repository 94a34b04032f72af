import type { IncomingMessage, ServerResponse } from 'node:http'

/** An answer of which nothing is left to compute: its headers and bytes are the same for everyone. */
export type ReadyAnswer = {
  headers: [string, string][]
  /** The same as Node writes them: names and values in turn, with the length of the body. */
  rawHeaders: string[]
  body: Buffer<ArrayBuffer>
  /** Absent where a conditional request is answered like any other. */
  etag?: string
}

/** Lays an answer's headers out for both kinds of server. */
export function readyAnswer(
  headers: [string, string][],
  body: Buffer<ArrayBuffer>,
  etag?: string,
): ReadyAnswer {
  const sized: [string, string][] = [
    ...headers.filter(([name]) => name.toLowerCase() !== 'content-length'),
    ['content-length', `${body.length}`],
  ]
  return { headers: sized, rawHeaders: sized.flat(), body, ...(etag && { etag }) }
}

/** Sends it past all routing, and answers the status. */
export function sendReady(
  answer: ReadyAnswer,
  request: IncomingMessage,
  response: ServerResponse,
): number {
  const status = isUnchanged(answer, request.headers['if-none-match']) ? 304 : 200
  response.writeHead(status, status === 304 ? withoutLength(answer.rawHeaders) : answer.rawHeaders)
  response.end(status === 304 || request.method === 'HEAD' ? undefined : answer.body)
  return status
}

/** The same as a Response. A server leaves the body out of an answer to HEAD. */
export function asResponse(answer: ReadyAnswer, ifNoneMatch: string | undefined): Response {
  if (!isUnchanged(answer, ifNoneMatch)) return new Response(answer.body, answer)
  return new Response(null, {
    status: 304,
    headers: answer.headers.filter(([name]) => name !== 'content-length'),
  })
}

/** Whether the client has this very answer. A proxy that changed only its encoding says `W/`. */
function isUnchanged({ etag }: ReadyAnswer, ifNoneMatch: string | undefined): boolean {
  if (!etag || !ifNoneMatch) return false
  if (ifNoneMatch === etag) return true
  const names = ifNoneMatch.split(',').map((name) => name.trim().replace(/^W\//, ''))
  return names.includes(etag) || names.includes('*')
}

function withoutLength(rawHeaders: string[]): string[] {
  // `readyAnswer` puts the length last.
  return rawHeaders.slice(0, -2)
}
