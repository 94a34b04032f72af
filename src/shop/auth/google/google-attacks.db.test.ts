import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import {
  choose,
  greta,
  hasSession,
  hijackEarly,
  openBrowser,
  openGoogleShop,
  pressButton,
  signInWithGoogle,
} from '#server/testing/google.ts'
import { shopUrl } from '#server/testing/test-shop.ts'
import { callApi, signUpAdmin } from '#server/testing/users.ts'

const mallory = { ...greta, sub: '6666', name: 'Mallory', email: 'mallory@example.com' }

test('a callback works only in the browser that started the sign-in', async () => {
  const shop = await openGoogleShop([greta, mallory])
  const attacker = openBrowser(shop)
  const callback = await choose(attacker, await pressButton(attacker), mallory.sub)

  const victims = { fresh: openBrowser(shop), underWay: openBrowser(shop) }
  await pressButton(victims.underWay)
  for (const victim of Object.values(victims)) {
    const { location } = await victim.go(callback)
    expect(location).toMatch(/^http:\/\/shop\.test\/login\?.*error=state_mismatch$/)
    expect(await hasSession(shop, victim.cookie())).toBe(false)
  }
})

test.each([
  ['none', ''],
  ['one that the shop never gave', 'state=made-up'],
])('a callback with another state is refused: %s', async (_, state) => {
  const shop = await openGoogleShop()
  const browser = openBrowser(shop)
  const callback = await choose(browser, await pressButton(browser), greta.sub)
  const { location } = await browser.go(callback.replace(/state=[^&]*/, state))
  expect(location).toMatch(/^http:\/\/shop\.test\/login\?error=state_(not_found|mismatch)$/)
  expect(await hasSession(shop, browser.cookie())).toBe(false)
})

test('a callback works once', async () => {
  const shop = await openGoogleShop()
  const browser = openBrowser(shop)
  const callback = await choose(browser, await pressButton(browser), greta.sub)
  expect((await browser.go(callback)).location).toContain('/signed-in?')
  expect((await browser.go(callback)).location).toContain('error=state_mismatch')
})

test('a used code, or one of another request, is refused', async () => {
  const shop = await openGoogleShop([greta, mallory])
  const [attacker, victim] = [openBrowser(shop), openBrowser(shop)]
  const foreign = await choose(attacker, await pressButton(attacker), mallory.sub)
  const own = await choose(victim, await pressButton(victim), greta.sub)
  const code = (callback: string) => new URL(callback).searchParams.get('code') ?? ''
  // The victim's state with the attacker's code: PKCE holds, because the verifier is the victim's.
  const injected = await victim.go(own.replace(code(own), code(foreign)))
  expect(injected.location).toMatch(/\/login\?.*error=invalid_code/)

  await victim.go(await choose(victim, await pressButton(victim), greta.sub))
  const again = await choose(attacker, await pressButton(attacker), mallory.sub)
  const replayed = await attacker.go(again.replace(code(again), code(own)))
  expect(replayed.location).toMatch(/\/login\?.*error=invalid_code/)
  expect(await hasSession(shop, attacker.cookie())).toBe(false)
})

test('an ID token with another nonce is refused', async () => {
  const shop = await openGoogleShop()
  const browser = openBrowser(shop)
  const googlePage = new URL(await pressButton(browser))
  for (const nonce of ['another', null]) {
    if (nonce) googlePage.searchParams.set('nonce', nonce)
    else googlePage.searchParams.delete('nonce')
    const { location } = await browser.go(await choose(browser, googlePage.href, greta.sub))
    expect(location).toMatch(/\/login\?.*error=/)
    expect(await hasSession(shop, browser.cookie())).toBe(false)
  }
})

test.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/%0d%0aSet-Cookie:x=y',
  'javascript:alert(1)',
])('there is no redirect to another site: %s', async (from) => {
  const shop = await openGoogleShop()
  const page = new URL(await signInWithGoogle(openBrowser(shop), greta, from))
  expect(page.origin).toBe(shopUrl)
  expect(page.pathname).toBe('/signed-in')
  expect(new URL(page.searchParams.get('from') ?? '', shopUrl).origin).toBe(shopUrl)
})

test.each(['https://evil.example', 'null', ''])('another site cannot start a sign-in: %s', async (Origin) => {
  const { app } = await openGoogleShop()
  const answer = await callApi(app, 'POST', '/auth/sign-in/google', { headers: { Origin } })
  expect(answer).toMatchObject({ status: 403, body: { code: 'foreign-origin' } })
  expect(answer.headers.getSetCookie()).toEqual([])
})

test('a deleted user who returns gets a new, empty account', async () => {
  const shop = await openGoogleShop()
  const owen = await signUpAdmin(shop)
  const [before, after] = [openBrowser(shop), openBrowser(shop)]
  await signInWithGoogle(before)
  const ofGreta = () => shop.db.selectFrom('account').selectAll().where('email', '=', greta.email).execute()
  const [old] = await ofGreta()
  // The user is deleted during the second sign-in.
  const callback = await choose(after, await pressButton(after), greta.sub)
  expect((await owen.call('DELETE', `/users/${greta.email}`)).status).toBe(200)
  expect((await after.go(callback)).location).toContain('/signed-in?')

  expect(await hasSession(shop, before.cookie())).toBe(false)
  const found = await ofGreta()
  expect(found).toMatchObject([{ name: greta.name, role: 'buyer', closedAt: null }])
  expect(found[0]?.id).not.toBe(old?.id)
})

test('a sign-in cannot be linked to a deleted user', async () => {
  const shop = await openGoogleShop()
  const owen = await signUpAdmin(shop)
  const { token } = await hijackEarly(shop, greta.email)
  const { id } = await shop.db
    .selectFrom('account')
    .select('id')
    .where('email', '=', greta.email)
    .executeTakeFirstOrThrow()
  // The user is deleted after Google's callback found it and before the two are linked.
  await owen.call('DELETE', `/users/${greta.email}`)
  const credential = { id: uuidv7(), userId: id, providerId: 'google', accountId: greta.sub }
  const linked = shop.db.insertInto('credential').values(credential).execute()
  await expect(linked).rejects.toThrow('credential_of_open_account')
  expect((await callApi(shop.app, 'GET', `/users/${greta.email}`, { token })).status).toBe(401)
})

test('forged IP address headers are ignored', async () => {
  const shop = await openGoogleShop()
  const browser = openBrowser(shop)
  const callback = await choose(browser, await pressButton(browser), greta.sub)
  const headers = { 'forgewell-client-address': '6.6.6.6', 'X-Forwarded-For': '6.6.6.6' }
  const init = { headers: { ...headers, Cookie: browser.cookie() } }
  const socket = { remoteAddress: '203.0.113.7' }
  await shop.app.request(callback, init, { incoming: { socket } })
  expect(await shop.db.selectFrom('auditEntry').selectAll().execute()).toMatchObject([
    { action: 'login', actor: greta.email, ipAddress: '203.0.113.7' },
  ])
})

test('one IP address can start 60 sign-ins per minute', async () => {
  const { app } = await openGoogleShop()
  const start = () => callApi(app, 'POST', '/auth/sign-in/google', { ipAddress: '203.0.113.7' })
  for (let count = 0; count < 60; count++) expect((await start()).status).toBe(303)
  const refused = await start()
  expect(refused).toMatchObject({ status: 429, body: { code: 'too-many' } })
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
})

test('two concurrent first sign-ins create one user', async () => {
  const shop = await openGoogleShop()
  const browsers = [openBrowser(shop), openBrowser(shop)]
  await Promise.all(browsers.map((browser) => signInWithGoogle(browser)))
  expect(await shop.db.selectFrom('account').select('email').execute()).toHaveLength(1)
  const late = openBrowser(shop)
  expect(await signInWithGoogle(late)).toContain('/signed-in?')
})
