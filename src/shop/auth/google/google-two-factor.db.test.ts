import { expect, test } from 'vitest'
import { authenticatorCode, cookieOf } from '#server/testing/api-driver.ts'
import { greta, openBrowser, openGoogleShop, signInWithGoogle } from '#server/testing/google.ts'
import { shopUrl } from '#server/testing/test-shop.ts'
import { callApi } from '#server/testing/users.ts'

test('a sign-in with Google requires the code before it gets a session', async () => {
  const shop = await openGoogleShop()
  const first = openBrowser(shop)
  await signInWithGoogle(first)
  const post = (path: string, body: object, cookie: string) =>
    callApi(shop.app, 'POST', `/auth/${path}`, { body, cookie })
  const { body: setup } = await post('two-factor/enable', {}, first.cookie())
  const code = await authenticatorCode(setup.totpURI)
  expect((await post('two-factor/verify-totp', { code }, first.cookie())).status).toBe(200)

  const second = openBrowser(shop)
  const page = await signInWithGoogle(second, greta, '/dashboard/orders')
  expect(page).toBe(`${shopUrl}/login?from=%2Fdashboard%2Forders&code`)
  const cookie = second.cookie()
  const token = () =>
    callApi(shop.app, 'PUT', `/users/${greta.email}`, { body: { email: greta.email }, cookie })
  expect((await token()).status).toBe(401)
  expect((await callApi(shop.app, 'GET', '/auth/get-session', { cookie })).body).toBeNull()

  const whole = await post(
    'two-factor/verify-totp',
    { code: await authenticatorCode(setup.totpURI, 1) },
    cookie,
  )
  expect(whole.status).toBe(200)
  const opened = { cookie: cookieOf(whole) }
  expect((await callApi(shop.app, 'GET', '/auth/get-session', opened)).body.user.email).toBe(greta.email)
})

test('users without a password need a recent login for security changes', async () => {
  const shop = await openGoogleShop()
  const browser = openBrowser(shop)
  await signInWithGoogle(browser)
  shop.clock.now = new Date(Date.now() + 16 * 60_000)
  const cookie = browser.cookie()
  const answer = await callApi(shop.app, 'POST', '/auth/two-factor/enable', { body: {}, cookie })
  expect([answer.status, answer.body.code]).toEqual([403, 'login-again'])
})
