import { expect, onTestFinished, test, vi } from 'vitest'
import { cookieOf } from '#server/testing/api-driver.ts'
import { openTestShop, shopUrl, type TestShop } from '#server/testing/test-shop.ts'
import { callApi, register } from '#server/testing/users.ts'

const logIn = ({ app }: TestShop, form: object, headers = {}) =>
  callApi(app, 'POST', '/auth/sign-in/email', { body: form, headers })

test('a refused login returns the specified text', async () => {
  const shop = await openTestShop()
  const { email, password } = await register(shop)
  const unknown = 'unknown@example.com'
  const cases: [object, number, string, string][] = [
    [
      { email: unknown, password },
      ...([401, 'auth/user-not-found', 'User is not Found, Please create new account'] as const),
    ],
    [{ email, password: 'wrong horse' }, 401, 'auth/wrong-password', 'Password is not Match'],
    [{ email, password: 'short' }, 422, 'auth/invalid-password', 'Password is not valid'],
    [{ email, password: 1234567 }, 422, 'auth/invalid-password', 'Password is not valid'],
    [{ email: 'jane', password }, 422, 'auth/invalid-email', 'Email is not valid'],
    [{ email: 'jane', password: '1' }, 422, 'auth/invalid-email', 'Email is not valid'],
    [{ email: { $ne: null }, password }, 422, 'auth/invalid-email', 'Email is not valid'],
    [{ email: 'ja\u0000ne@example.com', password }, 422, 'auth/invalid-email', 'Email is not valid'],
    [[], 422, 'auth/invalid-email', 'Email is not valid'],
  ]
  for (const [form, status, code, message] of cases) {
    const answer = await logIn(shop, form)
    expect(answer).toMatchObject({ status, body: { code, message } })
    expect(answer.headers.getSetCookie()).toEqual([])
  }
})

test('case and surrounding spaces of an e-mail are ignored', async () => {
  const shop = await openTestShop()
  const { email, password } = await register(shop)
  const answer = await logIn(shop, { email: ` ${email.toUpperCase()} `, password })
  expect(answer).toMatchObject({ status: 200, body: { user: { email } } })
})

test('the session cookie is HttpOnly and SameSite', async () => {
  const shop = await openTestShop()
  const { email, password } = await register(shop)
  const [cookie, ...others] = (await logIn(shop, { email, password })).headers.getSetCookie()
  // The device cookie grants no access.
  expect(others).toEqual([expect.stringMatching(/^forgewell_device=.*; HttpOnly; SameSite=Lax$/)])
  expect(cookie).toMatch(/^forgewell\.session_token=[^;]{40,}; /)
  const attributes = cookie?.split('; ').slice(1)
  expect(attributes).toEqual(expect.arrayContaining(['Path=/', 'HttpOnly', 'SameSite=Lax']))
  expect(cookie).not.toContain('Domain')
})

test.each([
  ['another site', 'https://evil.example'],
  ['a site that only begins like the shop', `${shopUrl}.evil.example`],
  ['the shop by another scheme', shopUrl.replace('http:', 'https:')],
  ['a sandboxed frame', 'null'],
])('%s cannot log a user in or out', async (_who, Origin) => {
  const shop = await openTestShop()
  const { email, password, cookie, call } = await register(shop)
  const login = await logIn(shop, { email, password }, { Origin })
  expect(login).toMatchObject({ status: 403, body: { code: expect.any(String) } })
  expect(login.headers.getSetCookie()).toEqual([])
  const logout = await callApi(shop.app, 'POST', '/auth/sign-out', {
    body: {},
    cookie,
    headers: { Origin },
  })
  expect(logout.status).toBe(403)
  expect((await call('GET', `/users/${email}`)).status).toBe(200)
})

test('a form post from another site is refused, because it is not JSON', async () => {
  const shop = await openTestShop()
  const { email, password } = await register(shop)
  for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data']) {
    const answer = await shop.app.request(`${shopUrl}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'Content-Type': type, Origin: 'https://evil.example' },
      body: new URLSearchParams({ email, password }).toString(),
    })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(await answer.json()).toHaveProperty('code')
  }
})

test('logging out ends the session on the server, with its cookie and tokens', async () => {
  const shop = await openTestShop()
  const { email, cookie, call } = await register(shop)
  const session = () => callApi(shop.app, 'GET', '/auth/get-session', { cookie })
  expect((await session()).body.user.email).toBe(email)
  await callApi(shop.app, 'POST', '/auth/sign-out', { body: {}, cookie })
  expect((await session()).body).toBeNull()
  expect((await call('GET', `/users/${email}`)).status).toBe(401)
})

test('a login ends the session that the browser had before', async () => {
  const shop = await openTestShop()
  const { email, password, cookie, call } = await register(shop)
  const again = await callApi(shop.app, 'POST', '/auth/sign-in/email', {
    body: { email, password },
    cookie,
  })
  const session = (cookie: string) => callApi(shop.app, 'GET', '/auth/get-session', { cookie })
  expect((await session(cookieOf(again))).body.user.email).toBe(email)
  expect((await session(cookie)).body).toBeNull()
  expect((await call('GET', `/users/${email}`)).status).toBe(401)
})

test('use prolongs a session, but not beyond 30 days after the login', async () => {
  const shop = await openTestShop()
  const { cookie } = await register(shop)
  const day = 24 * 60 * 60 * 1000
  const ago = (days: number) => new Date(Date.now() - days * day)
  const age = async (days: number, daysLeft: number) => {
    const expiresAt = ago(-daysLeft)
    await shop.db
      .updateTable('session')
      .set({ createdAt: ago(days), updatedAt: ago(2), expiresAt })
      .execute()
    await callApi(shop.app, 'GET', '/auth/get-session', { cookie })
    const row = await shop.db.selectFrom('session').select('expiresAt').executeTakeFirst()
    return ((row?.expiresAt.getTime() ?? 0) - Date.now()) / day
  }
  expect(await age(3, 5)).toBeCloseTo(7, 1)
  expect(await age(28, 1)).toBeCloseTo(2, 1)
  expect(await age(31, 5)).toBeLessThan(0)
  expect((await callApi(shop.app, 'GET', '/auth/get-session', { cookie })).body).toBeNull()
})

test('an access token ends with its session, also before it expires itself', async () => {
  const shop = await openTestShop()
  const { email, call } = await register(shop)
  expect((await call('GET', `/users/${email}`)).status).toBe(200)
  await shop.db
    .updateTable('session')
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .execute()
  expect((await call('GET', `/users/${email}`)).status).toBe(401)
})

test('logging out in one browser leaves the other one logged in', async () => {
  const shop = await openTestShop()
  const { email, password, cookie, call } = await register(shop)
  const other = cookieOf(await logIn(shop, { email, password }))
  const renewed = await callApi(shop.app, 'PUT', `/users/${email}`, {
    body: { email },
    cookie: other,
  })
  const profile = (token: string) => callApi(shop.app, 'GET', `/users/${email}`, { token })
  await callApi(shop.app, 'POST', '/auth/sign-out', { body: {}, cookie })
  expect((await call('GET', `/users/${email}`)).status).toBe(401)
  expect((await profile(renewed.body.token)).status).toBe(200)
})

test('other endpoints of better-auth are closed', async () => {
  const shop = await openTestShop()
  const { cookie } = await register(shop)
  const body = { name: 'x'.repeat(5000), image: 'https://evil.example' }
  const endpoints = [
    ...['update-user', 'update-session', 'delete-user', 'link-social', 'set-password'],
    ...['revoke-session', 'revoke-sessions', 'two-factor/get-totp-uri', 'two-factor/verify-otp'],
  ]
  for (const endpoint of [...endpoints, 'list-sessions', 'error', 'ok', 'sign-up', 'sign-up/email/']) {
    const got = await callApi(shop.app, 'GET', `/auth/${endpoint}`, { cookie })
    expect(got).toMatchObject({ status: 404, body: { code: 'not-found' } })
  }
  for (const endpoint of endpoints) {
    const posted = await callApi(shop.app, 'POST', `/auth/${endpoint}`, { cookie, body })
    expect(posted).toMatchObject({ status: 404, body: { code: 'not-found' } })
  }
  const [account] = await shop.db.selectFrom('account').select(['name', 'image']).execute()
  expect(account).toEqual({ name: 'Jane Buyer', image: null })
})

test('a login body is parsed once', async () => {
  const shop = await openTestShop()
  const { email, password } = await register(shop)
  const parse = vi.spyOn(JSON, 'parse')
  onTestFinished(() => parse.mockRestore())
  const fromBytes = vi.spyOn(Request.prototype, 'json')
  onTestFinished(() => fromBytes.mockRestore())
  expect((await logIn(shop, { email, password })).status).toBe(200)
  const ofTheLogin = parse.mock.calls.filter(([text]) => String(text).includes(password))
  expect(ofTheLogin).toHaveLength(1)
  expect(fromBytes).not.toHaveBeenCalled()
})
