import { createHmac } from 'node:crypto'
import { Agent, request as httpRequest, type RequestOptions } from 'node:http'
import { AUTH_SECRET } from '#prove/environment/environment.ts'
import { userId } from '#prove/seed.ts'
import { createAccessTokens } from '#shop/auth/access/access-token.server.ts'

/** Who sends a request: nothing for a visitor. */
export type Credentials = { token?: string; cookie?: string }

/** A complete response. */
export type Received = {
  status: number
  headers: Headers
  bytes: Buffer
  text: string
  /** The parsed body; undefined if it is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: bodies have every shape
  json: any
  milliseconds: number
}

export type Sent = Credentials & {
  body?: unknown
  /** A body that is sent as it is. */
  raw?: string | Uint8Array
  headers?: Record<string, string>
  /** The local IP address to send from; each has limits of its own. */
  from?: string
}

/** Longer than the shop's own limit for a statement. */
const RESPONSE_TIMEOUT_MS = 30_000

const agents = new Map<string, Agent>()

/** Keeps connections from one local IP address. */
function agentFrom(localAddress: string): Agent {
  const known = agents.get(localAddress)
  if (known) return known
  const agent = new Agent({ keepAlive: true, localAddress, family: 4 })
  agents.set(localAddress, agent)
  return agent
}

/** Sends a request, as a page of the shop would, without following redirects, and reads its whole response. */
export async function request(url: string, method: string, path: string, sent: Sent = {}): Promise<Received> {
  const { token, cookie, body, raw, from = '127.0.0.1' } = sent
  const headers: Record<string, string> = {
    ...(path.startsWith('/api/') && { Origin: url }),
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(cookie && { Cookie: cookie }),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...sent.headers,
  }
  const content = raw ?? (body === undefined ? undefined : JSON.stringify(body))
  const startedAt = performance.now()
  const options = { method, headers, agent: agentFrom(from) }
  const send = () => exchange(`${url}${path}`, options, content)
  const { status, fields, bytes } = await send().catch((error: unknown) => {
    // The shop closed an idle connection at this moment, as it may.
    if (error instanceof Error && error.message === IDLE) return send()
    throw error
  })
  const text = bytes.toString('utf8')
  const isJson = fields.get('Content-Type')?.includes('json')
  return {
    status,
    headers: fields,
    bytes,
    text,
    json: isJson ? parse(text) : undefined,
    milliseconds: performance.now() - startedAt,
  }
}

const IDLE = 'closed while idle'

function exchange(
  url: string,
  options: RequestOptions,
  content?: string | Uint8Array,
): Promise<{ status: number; fields: Headers; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    const sending = httpRequest(url, options, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const fields = new Headers()
        for (let at = 0; at < response.rawHeaders.length; at += 2) {
          fields.append(response.rawHeaders[at] ?? '', response.rawHeaders[at + 1] ?? '')
        }
        resolve({ status: response.statusCode ?? 0, fields, bytes: Buffer.concat(chunks) })
      })
    })
    sending.setTimeout(RESPONSE_TIMEOUT_MS, () => sending.destroy(new Error('timed out')))
    sending.on('error', (error: NodeJS.ErrnoException) =>
      reject(sending.reusedSocket && error.code === 'ECONNRESET' ? new Error(IDLE) : error),
    )
    sending.end(content)
  })
}

/** The same for a call of the API. */
export function callApi(url: string, method: string, path: string, sent?: Sent): Promise<Received> {
  return request(url, method, `/api${path}`, sent)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Uploads a file as an admin, and returns its path. */
export async function upload(
  url: string,
  path: string,
  field: string,
  bytes: Uint8Array,
  admin: Credentials,
): Promise<string> {
  const form = new FormData()
  form.set(field, new File([new Uint8Array(bytes)], 'a.bin'))
  const encoded = new Response(form)
  const { status, json, text } = await callApi(url, 'POST', path, {
    ...admin,
    raw: new Uint8Array(await encoded.arrayBuffer()),
    headers: { 'Content-Type': encoded.headers.get('Content-Type') ?? '' },
  })
  if (status !== 200) throw new Error(`Uploading to ${path} returned ${status} ${text}`)
  return new URL(json.data.url, url).pathname
}

/** The access token of a seeded user, of a session that has the user's id unless another is given. */
export async function tokenOf(
  number: number,
  { sessionId = userId(number), secret = AUTH_SECRET, clock = () => new Date() } = {},
): Promise<string> {
  const tokens = await createAccessTokens(secret, clock)
  return tokens.issue({ accountId: userId(number), sessionId })
}

/** The session cookie of a session's token, signed as better-auth does. */
export function sessionCookie(sessionToken: string, secret = AUTH_SECRET): string {
  const signature = createHmac('sha256', secret).update(sessionToken).digest('base64')
  return `forgewell.session_token=${encodeURIComponent(`${sessionToken}.${signature}`)}`
}

/** The credentials of a seeded user. */
export async function credentialsOf(number: number): Promise<Required<Credentials>> {
  return { token: await tokenOf(number), cookie: sessionCookie(userId(number)) }
}

/** The cookies that a response sets, as a browser would send them back. */
export function cookiesOf(headers: Headers): string {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}
