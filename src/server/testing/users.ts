import { randomUUID } from 'node:crypto'
import type { Hono } from 'hono'
import { generateSignedCookie } from 'hono/cookie'
import { v7 as uuidv7 } from 'uuid'
import { createAccessTokens } from '#shop/auth/access/access-token.server.ts'
import type { Answer } from './api-driver.ts'
import * as api from './api-driver.ts'
import { authSecret, cheapPasswords, shopUrl, type TestShop } from './test-shop.ts'

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
    /** The IP address of the caller's socket; without one, no limit counts the call. */
    ipAddress?: string
  } = {},
): Promise<Answer> {
  return api.callShop(inMemory(app, sent.ipAddress), method, `/api${path}`, sent)
}

function inMemory(app: Hono, remoteAddress?: string): api.Send {
  return async (path, { headers, ...init }) => {
    // Headers that a browser adds on the shop's own pages; better-auth refuses other origins.
    headers.set('Origin', headers.get('Origin') ?? shopUrl)
    const socket = { remoteAddress }
    return app.request(`${shopUrl}${path}`, { ...init, headers }, { incoming: { socket } })
  }
}

const PASSWORD = 'correct horse'
const passwordHash = cheapPasswords.hash(PASSWORD)
const SESSION_MS = 7 * 24 * 3600_000

/**
 * Adds a user with a verified e-mail and a session, and returns an access token. The rows are written
 * directly, because registering takes ten times as long.
 */
export async function signUp(
  { app, db, clock }: TestShop,
  name = 'Jane Buyer',
  role: 'buyer' | 'admin' = 'buyer',
): Promise<Person> {
  const email = `${uuidv7()}@example.com`
  const [userId, sessionId, sessionToken] = [uuidv7(), uuidv7(), randomUUID()]
  await db.insertInto('account').values({ id: userId, email, emailVerified: true, name, role }).execute()
  const password = await passwordHash
  await db
    .insertInto('credential')
    .values({ id: uuidv7(), userId, accountId: userId, providerId: 'credential', password })
    .execute()
  const expiresAt = new Date(Date.now() + SESSION_MS)
  await db.insertInto('session').values({ id: sessionId, userId, token: sessionToken, expiresAt }).execute()
  const signed = await generateSignedCookie('forgewell.session_token', sessionToken, authSecret)
  const cookie = signed.replace(/;.*/, '')
  const tokens = await createAccessTokens(authSecret, () => clock.now)
  const token = await tokens.issue({ accountId: userId, sessionId })
  return personOf(app, { email, password: PASSWORD, cookie, token })
}

/** Registers a user through the API and marks the e-mail as verified. */
export async function register(shop: TestShop, name?: string): Promise<Person> {
  const person = await signUpUnverified(shop, name)
  await shop.db
    .updateTable('account')
    .set({ emailVerified: true })
    .where('email', '=', person.email)
    .execute()
  return person
}

/** Registers a user without verifying the e-mail. */
export async function signUpUnverified({ app }: TestShop, name = 'Jane Buyer'): Promise<Person> {
  const login = { email: `${uuidv7()}@example.com`, password: PASSWORD }
  const cookie = await api.signUp(inMemory(app), { name, ...login })
  return withToken(app, login, cookie)
}

/** Logs an existing user in, in a new session. */
export async function logIn({ app }: TestShop, login: { email: string; password: string }): Promise<Person> {
  return withToken(app, login, await api.signIn(inMemory(app), login))
}

async function withToken(app: Hono, login: api.Login, cookie: string): Promise<Person> {
  const token = await api.getAccessToken(inMemory(app), login.email, cookie)
  return personOf(app, { ...login, cookie, token })
}

function personOf(app: Hono, person: Omit<Person, 'call'>): Person {
  const { token } = person
  return {
    ...person,
    call: (method, path, body, headers) => callApi(app, method, path, { body, token, headers }),
  }
}

/** Adds an admin, as `signUp` adds a buyer. */
export function signUpAdmin(shop: TestShop): Promise<Person> {
  return signUp(shop, 'Owen Owner', 'admin')
}
