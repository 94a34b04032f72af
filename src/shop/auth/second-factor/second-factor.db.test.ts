import { expect, test } from 'vitest'
import { type Answer, authenticatorCode, cookieOf } from '#server/testing/api-driver.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { callApi, type Person, register, signUpAdmin } from '#server/testing/users.ts'

const post = ({ app }: TestShop, path: string, body: object, cookie = '') =>
  callApi(app, 'POST', `/auth/${path}`, { body, cookie })

const logIn = (shop: TestShop, { email, password }: Person) =>
  post(shop, 'sign-in/email', { email, password })

const sessionOf = async ({ app }: TestShop, answer: Answer) =>
  (await callApi(app, 'GET', '/auth/get-session', { cookie: cookieOf(answer) })).body

const tokenFor = ({ app }: TestShop, { email }: Person, cookie: string) =>
  callApi(app, 'PUT', `/users/${email}`, { body: { email }, cookie })

/** Sets up an authenticator app; returns its setup and the recovery codes. */
async function withAuthenticator(shop: TestShop, person: Person) {
  const { password, cookie } = person
  const { body } = await post(shop, 'two-factor/enable', { password }, cookie)
  const code = await authenticatorCode(body.totpURI)
  const verified = await post(shop, 'two-factor/verify-totp', { code }, cookie)
  expect(verified.status).toBe(200)
  return {
    totpURI: String(body.totpURI),
    codes: body.backupCodes as string[],
    cookie: cookieOf(verified),
  }
}

test('with an authenticator app, the password alone yields neither session nor token', async () => {
  const shop = await openTestShop()
  const jane = await register(shop)
  const elsewhere = cookieOf(await logIn(shop, jane))
  const { totpURI } = await withAuthenticator(shop, jane)
  expect((await tokenFor(shop, jane, elsewhere)).status).toBe(401)

  const half = await logIn(shop, jane)
  expect([half.status, half.body.twoFactorRedirect]).toEqual([200, true])
  expect(await sessionOf(shop, half)).toBeNull()
  const logins = shop.db.selectFrom('auditEntry').select('id').where('action', '=', 'login')
  const recorded = (await logins.execute()).length
  expect((await tokenFor(shop, jane, cookieOf(half))).status).toBe(401)

  const wrong = await post(shop, 'two-factor/verify-totp', { code: '000000' }, cookieOf(half))
  expect([wrong.status, wrong.body.code]).toEqual([401, 'INVALID_CODE'])
  const code = await authenticatorCode(totpURI, 1)
  const whole = await post(shop, 'two-factor/verify-totp', { code, trustDevice: true }, cookieOf(half))
  expect(whole.status).toBe(200)
  expect(await logins.execute()).toHaveLength(recorded + 1)
  expect(cookieOf(whole)).not.toContain('trust')
  expect((await tokenFor(shop, jane, cookieOf(whole))).status).toBe(200)
})

test('a code works once', async () => {
  const shop = await openTestShop()
  const jane = await register(shop)
  const { totpURI } = await withAuthenticator(shop, jane)
  const code = await authenticatorCode(totpURI, 1)
  const first = cookieOf(await logIn(shop, jane))
  expect((await post(shop, 'two-factor/verify-totp', { code }, first)).status).toBe(200)
  const again = await post(shop, 'two-factor/verify-totp', { code }, cookieOf(await logIn(shop, jane)))
  expect([again.status, again.body.code]).toEqual([401, 'INVALID_CODE'])
  expect(await sessionOf(shop, again)).toBeNull()
})

test('guessing codes is limited within one login and across logins', async () => {
  const shop = await openTestShop()
  const jane = await register(shop)
  const { totpURI } = await withAuthenticator(shop, jane)
  const seen: number[] = []
  let half = ''
  for (let guess = 0; guess < 20; guess++) {
    if (guess % 4 === 0) half = cookieOf(await logIn(shop, jane))
    const code = String(guess).padStart(6, '0')
    seen.push((await post(shop, 'two-factor/verify-totp', { code }, half)).status)
  }
  expect(seen.filter((status) => status === 401).length).toBeLessThanOrEqual(10)
  half = cookieOf(await logIn(shop, jane))
  const right = await post(
    shop,
    'two-factor/verify-totp',
    { code: await authenticatorCode(totpURI, 1) },
    half,
  )
  expect(right.status).toBe(429)
})

test('a recovery code works once', async () => {
  const shop = await openTestShop()
  const jane = await register(shop)
  const { codes } = await withAuthenticator(shop, jane)
  expect(new Set(codes).size).toBe(10)
  const use = async (code?: string) =>
    post(shop, 'two-factor/verify-backup-code', { code }, cookieOf(await logIn(shop, jane)))
  const opened = await use(codes[0])
  expect((await tokenFor(shop, jane, cookieOf(opened))).status).toBe(200)
  expect((await use(codes[0])).status).toBe(401)
  const together = await Promise.all(Array.from({ length: 4 }, () => use(codes[1])))
  expect(together.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('a session alone cannot change sign-in methods', async () => {
  const shop = await openTestShop()
  const jane = await register(shop)
  const { cookie } = await withAuthenticator(shop, jane)
  const calls = {
    'two-factor/disable': {},
    'two-factor/generate-backup-codes': {},
    'passkey/generate-register-options': {},
    'passkey/delete-passkey': { id: crypto.randomUUID() },
    'change-email': { newEmail: 'thief@example.com' },
    'change-password': { newPassword: 'a new password' },
  }
  for (const [path, body] of Object.entries(calls)) {
    expect((await post(shop, path, body, cookie)).status, path).toBe(403)
    expect((await post(shop, path, body)).status, path).toBe(401)
  }
  const statuses: number[] = []
  for (let guess = 0; guess < 12; guess++) {
    const body = { currentPassword: `guess ${guess}`, newPassword: 'a new password' }
    statuses.push((await post(shop, 'change-password', body, cookie)).status)
  }
  expect(statuses.slice(-2)).toEqual([429, 429])
})

test('a shop can require a second factor of admins in each session', async () => {
  const shop = await openTestShop(undefined, undefined, { requireAdminSecondFactor: true })
  const owner = await signUpAdmin(shop)
  const refused = await owner.call('GET', '/users')
  expect([refused.status, refused.body.code]).toEqual([403, 'second-factor-required'])
  const role = await owner.call('GET', `/users/admin/${owner.email}`)
  expect(role.body).toEqual({ admin: true, secondFactorRequired: true })
  const jane = await register(shop)
  expect((await owner.call('GET', `/users/${jane.email}`)).status).toBe(404)

  const { cookie } = await withAuthenticator(shop, owner)
  const { token } = (await tokenFor(shop, owner, cookie)).body
  expect((await callApi(shop.app, 'GET', '/users', { token })).status).toBe(200)
  expect((await callApi(shop.app, 'GET', `/users/admin/${owner.email}`, { token })).body).toEqual({
    admin: true,
  })
  const { password } = owner
  const off = await post(shop, 'two-factor/disable', { password }, cookie)
  const without = (await tokenFor(shop, owner, cookieOf(off))).body.token
  expect((await callApi(shop.app, 'GET', '/users', { token: without })).status).toBe(403)
})

test('a passkey with a malformed id does not exist', async () => {
  const shop = await openTestShop()
  const { cookie, password } = await register(shop)
  for (const id of ['anvil', 'a\u0000b', crypto.randomUUID()]) {
    const removed = await post(shop, 'passkey/delete-passkey', { id, password }, cookie)
    expect(removed.status, id).toBe(404)
  }
})
