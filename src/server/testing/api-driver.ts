import { base32 } from '@better-auth/utils/base32'
import { createOTP } from '@better-auth/utils/otp'
/** How a request reaches a shop: in memory, over the network, or with a browser's cookies. */
export type Send = (path: string, init: ApiRequest) => Promise<Response>

export type ApiRequest = { method: string; headers: Headers; body?: string }

export type Answer = {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  body: any
  headers: Headers
}

/** Calls the shop at a URL, as its own pages would. */
export function overNetwork(url: string, signal?: () => AbortSignal): Send {
  return (path, { headers, ...init }) => {
    headers.set('Origin', headers.get('Origin') ?? url)
    return fetch(`${url}${path}`, { ...init, headers, signal: signal?.() })
  }
}

export type Login = { email: string; password: string }

export type NewOrder = { productId: string; quantity: number; name: string; address: string }

/** Calls a shop with a JSON body, or with a `text` as it is. */
export async function callShop(
  send: Send,
  method: string,
  path: string,
  sent: {
    body?: unknown
    text?: string
    headers?: HeadersInit
    token?: string
    cookie?: string
  } = {},
): Promise<Answer> {
  const headers = new Headers(sent.headers)
  if (sent.token) headers.set('Authorization', `Bearer ${sent.token}`)
  if (sent.cookie) headers.set('Cookie', sent.cookie)
  if (sent.body !== undefined) headers.set('Content-Type', 'application/json')
  const body = sent.text ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body))
  const response = await send(path, { method, headers, ...(body !== undefined && { body }) })
  const text = await response.text()
  const isJson = response.headers.get('Content-Type')?.includes('json')
  return {
    status: response.status,
    headers: response.headers,
    body: isJson ? JSON.parse(text) : text,
  }
}

/** Registers a user, and returns the session cookie as a browser would send it back. */
export async function signUp(send: Send, user: Login & { name: string }): Promise<string> {
  return cookieOf(expectSuccess(await callShop(send, 'POST', '/api/auth/sign-up/email', { body: user })))
}

/** Opens a session, and returns its cookie. */
export async function signIn(send: Send, { email, password }: Login): Promise<string> {
  const body = { email, password }
  return cookieOf(expectSuccess(await callShop(send, 'POST', '/api/auth/sign-in/email', { body })))
}

/** An access token of a session's user, whose cookie `send` adds unless it is given. */
export async function getAccessToken(send: Send, email: string, cookie = ''): Promise<string> {
  const path = `/api/users/${encodeURIComponent(email)}`
  return expectSuccess(await callShop(send, 'PUT', path, { body: { email }, cookie })).body.token
}

/** Places an order for the token's owner, and returns its id. */
export async function placeOrder(send: Send, token: string, order: NewOrder): Promise<string> {
  return expectSuccess(await callShop(send, 'POST', '/api/perchase', { token, body: order })).body._id
}

/** Pays order lines together with a test card, as the payment page does. */
export async function payLines(send: Send, token: string, lineIds: string[]): Promise<void> {
  const started = await callShop(send, 'POST', '/api/payments', { token, body: { lineIds } })
  const { clientSecret, publishableKey } = expectSuccess(started).body
  const intent = clientSecret.replace(/_secret.*/, '')
  const confirm = `/simulators/stripe/v1/payment_intents/${intent}/confirm`
  const card = { client_secret: clientSecret, payment_method: 'pm_card_visa' }
  const confirmed = await callShop(send, 'POST', confirm, {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    text: `${new URLSearchParams(card)}`,
    token: publishableKey,
  })
  expectSuccess(confirmed)
  const body = { transactionId: intent }
  expectSuccess(await callShop(send, 'PUT', `/api/purchase/${lineIds[0]}`, { token, body }))
}

export function cookieOf({ headers }: Pick<Answer, 'headers'>): string {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

function expectSuccess(answer: Answer): Answer {
  if (answer.status === 200) return answer
  throw new Error(`The API answered ${answer.status}: ${JSON.stringify(answer.body)}`)
}

/** The authenticator code for this setup, `steps` × 30 seconds from now. */
export function authenticatorCode(totpURI: string, steps = 0): Promise<string> {
  const secret = new URL(totpURI).searchParams.get('secret') ?? ''
  const raw = new TextDecoder().decode(base32.decode(secret))
  return createOTP(raw).hotp(Math.floor(Date.now() / 30_000) + steps)
}
