import { expect, test } from 'vitest'
import { greta, openBrowser, openGoogleShop, signInWithGoogle } from '#server/testing/google.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { callApi, signUpUnverified } from '#server/testing/users.ts'

/** Locks an account for unknown browsers, by failures from many networks. */
async function lockOut(shop: TestShop, email: string): Promise<void> {
  const now = Date.now()
  const hits = Array.from({ length: 200 }, () => new Date(now))
  await shop.db
    .insertInto('rateLimit')
    .values({ key: `all failed of ${email}`, hits, expiresAt: new Date(now + 900_000) })
    .execute()
}

function logIn(shop: TestShop, email: string, password: string, cookie?: string) {
  const sent = { body: { email, password }, ...(cookie && { cookie }) }
  return callApi(shop.app, 'POST', '/auth/sign-in/email', sent)
}

const deviceIn = (cookie: string) => /forgewell_device=[^;]+/.exec(cookie)?.[0] ?? ''

test('the browser that registered an account is known to it', async () => {
  const shop = await openTestShop()
  const { email, password, cookie } = await signUpUnverified(shop)
  await lockOut(shop, email)
  expect((await logIn(shop, email, password)).status).toBe(429)
  expect((await logIn(shop, email, password, deviceIn(cookie))).status).toBe(200)
  const second = await signUpUnverified(shop)
  expect((await logIn(shop, email, password, deviceIn(second.cookie))).status).toBe(429)
})

test('a refused registration makes no browser known', async () => {
  const shop = await openTestShop()
  const { email } = await signUpUnverified(shop)
  const body = { name: 'Somebody', email, password: 'another horse' }
  const refused = await callApi(shop.app, 'POST', '/auth/sign-up/email', { body })
  expect([refused.status, refused.headers.getSetCookie()]).toEqual([422, []])
})

test('a browser that signed in with Google is known to the account', async () => {
  const shop = await openGoogleShop()
  const browser = openBrowser(shop)
  await signInWithGoogle(browser, greta)
  const device = deviceIn(browser.cookie())
  expect(device).not.toBe('')
  await lockOut(shop, greta.email)
  // Locked browsers get 429; this one learns that there is no such password.
  expect((await logIn(shop, greta.email, 'correct horse')).status).toBe(429)
  expect((await logIn(shop, greta.email, 'correct horse', device)).status).toBe(401)
})
