import type { Hono } from 'hono'
import { v7 as uuidv7 } from 'uuid'
import type { Answer } from './api-driver.ts'
import * as api from './api-driver.ts'
import { shopUrl, type TestShop } from './test-shop.ts'

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

/** Registers a user through the API, marks the e-mail as verified and returns an access token. */
export async function signUp(shop: TestShop, name = 'Jane Buyer'): Promise<Person> {
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
  const email = `${uuidv7()}@example.com`
  const password = 'correct horse'
  const cookie = await api.signUp(inMemory(app), { name, email, password })
  return personOf(app, { email, password }, cookie)
}

/** Logs an existing user in, in a new session. */
export async function logIn(
  { app }: TestShop,
  login: { email: string; password: string },
): Promise<Person> {
  return personOf(app, login, await api.signIn(inMemory(app), login))
}

async function personOf(
  app: Hono,
  { email, password }: api.Login,
  cookie: string,
): Promise<Person> {
  const token = await api.getAccessToken(inMemory(app), email, cookie)
  return {
    email,
    password,
    cookie,
    token,
    call: (method, path, body, headers) => callApi(app, method, path, { body, token, headers }),
  }
}

/** Registers a user and promotes it to admin. */
export async function signUpAdmin(shop: TestShop): Promise<Person> {
  const person = await signUp(shop, 'Owen Owner')
  await shop.db
    .updateTable('account')
    .set({ role: 'admin' })
    .where('email', '=', person.email)
    .execute()
  return person
}
