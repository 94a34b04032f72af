import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'
import { onTestFinished } from 'vitest'
import { createTestDatabase } from '#platform/testing/database.ts'
import type { DemoAccount } from '#simulators/google/demo-accounts.ts'
import { createGoogleSimulator } from '#simulators/google/google-simulator.server.ts'
import { cookieOf } from './api-driver.ts'
import { openTestShop, shopUrl, type TestShop } from './test-shop.ts'
import { callApi } from './users.ts'

const googleUrl = 'http://google.test'

const keys = { clientId: 'the-shop', clientSecret: 'known to the shop and to Google' }

export const greta = {
  sub: '1001',
  name: 'Greta Forge',
  email: 'greta@example.com',
  isVerified: true,
  image: 'https://images.example/greta.jpg',
} satisfies DemoAccount

export type Browser = ReturnType<typeof openBrowser>

/**
 * Opens a shop with the Google simulator on a port of 127.0.0.1, because better-auth calls it over
 * HTTP. `accounts` may change while the test runs.
 */
export async function openGoogleShop(
  accounts: DemoAccount[] = [{ ...greta }],
): Promise<TestShop & { google: Hono }> {
  const listening = new Hono()
  const server = createAdaptorServer(listening)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const serverUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const database = await createTestDatabase()
  const google = await createGoogleSimulator({
    pool: database.pool,
    clock: () => new Date(),
    accounts,
    serverUrl,
    issuer: googleUrl,
    ...keys,
    redirectUris: [`${shopUrl}/api/auth/callback/google`],
  })
  listening.route('/', google)
  const discoveryUrl = `${serverUrl}/.well-known/openid-configuration`
  return { ...(await openTestShop(database, { discoveryUrl, ...keys })), google }
}

/** A browser that stores the shop's cookies and does not follow redirects. */
export function openBrowser({ app, google }: { app: Hono; google: Hono }) {
  const jar = new Map<string, string>()
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  /** Sends a request, or submits a form; returns the redirect target and the body. */
  const go = async (url: string, form?: Record<string, string>) => {
    const isShop = url.startsWith(`${shopUrl}/`)
    const response = await (isShop ? app : google).request(url, {
      method: form ? 'POST' : 'GET',
      headers: { Origin: shopUrl, ...(isShop && { Cookie: cookie() }) },
      ...(form && { body: new URLSearchParams(form) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = line.match(/^([^=]+)=([^;]*)/) ?? []
      if (value && !/max-age=0/i.test(line)) jar.set(name, value)
      else jar.delete(name)
    }
    const { status, headers } = response
    return { status, location: headers.get('Location') ?? '', text: await response.text() }
  }
  return { go, cookie }
}

/** Clicks "Continue with Google"; returns the URL at Google to which the browser is redirected. */
export async function pressButton(browser: Browser, from = '/'): Promise<string> {
  return (await browser.go(`${shopUrl}/api/auth/sign-in/google`, { from })).location
}

/** Chooses an account at Google; returns the shop's callback URL. */
export async function choose(browser: Browser, googlePage: string, sub: string): Promise<string> {
  return (await browser.go(googlePage, { sub })).location
}

/** Signs in with Google: button, account, callback. Returns the final page. */
export async function signInWithGoogle(browser: Browser, { sub } = greta, from = '/') {
  const callback = await choose(browser, await pressButton(browser, from), sub)
  return (await browser.go(callback)).location
}

/** Registers with a password for another person's e-mail address. */
export async function hijackEarly({ app }: TestShop, email: string) {
  const body = { name: 'Not Greta', email, password: 'correct horse' }
  const cookie = cookieOf(await callApi(app, 'POST', '/auth/sign-up/email', { body }))
  const { token } = (await callApi(app, 'PUT', `/users/${email}`, { body: { email }, cookie })).body
  const address = { address: '1 Thieves Lane', phone: '666' }
  await callApi(app, 'PUT', `/users/${email}`, { body: address, token })
  return { cookie, token }
}

/** Whether the session of this cookie is still valid. */
export async function hasSession({ app }: TestShop, cookie: string): Promise<boolean> {
  return (await callApi(app, 'GET', '/auth/get-session', { cookie })).body !== null
}
