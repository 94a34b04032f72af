import type { Hono } from 'hono'
import { v7 as uuidv7 } from 'uuid'
import { shopUrl, type TestShop } from './test-shop.ts'

export type Answer = {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  body: any
  headers: Headers
}

export type Person = {
  email: string
  password: string
  /** The session cookie, as a browser would send it back. */
  cookie: string
  token: string
  /** Calls the API with this person's token. */
  call: (method: string, path: string, body?: unknown, headers?: HeadersInit) => Promise<Answer>
}

/** Calls the API as `token`'s owner, or as a visitor: `callApi(app, 'GET', '/products')`. */
export async function callApi(
  app: Hono,
  method: string,
  path: string,
  sent: {
    body?: unknown
    headers?: HeadersInit
    token?: string
    cookie?: string
    /** The network address of the caller's socket; without one, no limit counts it. */
    address?: string
  } = {},
): Promise<Answer> {
  const headers = new Headers(sent.headers)
  if (sent.token) headers.set('Authorization', `Bearer ${sent.token}`)
  if (sent.cookie) headers.set('Cookie', sent.cookie)
  // What a browser on the shop's own pages adds; better-auth refuses other origins.
  headers.set('Origin', headers.get('Origin') ?? shopUrl)
  if (sent.body !== undefined) headers.set('Content-Type', 'application/json')
  const init = {
    method,
    headers,
    ...(sent.body !== undefined && { body: JSON.stringify(sent.body) }),
  }
  const socket = { remoteAddress: sent.address }
  const response = await app.request(`${shopUrl}/api${path}`, init, { incoming: { socket } })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: isJson(response) ? JSON.parse(text) : text,
  }
}

/** Registers somebody through the real road, who verifies the e-mail, and gets an access token. */
export async function signUp(shop: TestShop, name = 'Jane Buyer'): Promise<Person> {
  const person = await signUpUnverified(shop, name)
  await shop.db
    .updateTable('account')
    .set({ emailVerified: true })
    .where('email', '=', person.email)
    .execute()
  return person
}

/** The same, without the e-mail's verification. */
export async function signUpUnverified({ app }: TestShop, name = 'Jane Buyer'): Promise<Person> {
  const email = `${uuidv7()}@example.com`
  const password = 'correct horse'
  const signedUp = await callApi(app, 'POST', '/auth/sign-up/email', {
    body: { name, email, password },
  })
  return personOf(app, { email, password }, signedUp)
}

/** Somebody who has an account already, in a session of their own. */
export async function logIn(
  { app }: TestShop,
  login: { email: string; password: string },
): Promise<Person> {
  return personOf(app, login, await callApi(app, 'POST', '/auth/sign-in/email', { body: login }))
}

async function personOf(
  app: Hono,
  { email, password }: { email: string; password: string },
  signedIn: Answer,
): Promise<Person> {
  if (signedIn.status !== 200) throw new Error(`Sign-in failed: ${JSON.stringify(signedIn.body)}`)
  const cookie = cookieOf(signedIn)
  const path = `/users/${email}`
  const { body } = await callApi(app, 'PUT', path, { body: { email }, cookie })
  const token: string = body.token
  return {
    email,
    password,
    cookie,
    token,
    call: (method, path, body, headers) => callApi(app, method, path, { body, token, headers }),
  }
}

/** Somebody who has been made an admin. */
export async function signUpAdmin(shop: TestShop): Promise<Person> {
  const person = await signUp(shop, 'Owen Owner')
  await shop.db
    .updateTable('account')
    .set({ role: 'admin' })
    .where('email', '=', person.email)
    .execute()
  return person
}

export function cookieOf(answer: Pick<Answer, 'headers'>): string {
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

function isJson(response: Response): boolean {
  return response.headers.get('Content-Type')?.includes('json') ?? false
}
