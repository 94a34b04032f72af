import { expect, test } from 'vitest'
import {
  type Browser,
  greta,
  openBrowser,
  openGoogleShop,
  pressButton,
  signInWithGoogle,
} from '#server/testing/google.ts'
import { openTestShop, shopUrl, type TestShop } from '#server/testing/test-shop.ts'
import { callApi } from '#server/testing/users.ts'

const signedInAs = async ({ app }: TestShop, browser: Browser) =>
  (await callApi(app, 'GET', '/auth/get-session', { cookie: browser.cookie() })).body?.user

test('a sign-in with Google creates a user, a session and an access token', async () => {
  const shop = await openGoogleShop()
  const browser = openBrowser(shop)
  const page = await signInWithGoogle(browser, greta, '/purchase/7?size=2')
  expect(page).toBe(`${shopUrl}/signed-in?from=%2Fpurchase%2F7%3Fsize%3D2`)

  const { email, name } = greta
  const cookie = browser.cookie()
  const { body } = await callApi(shop.app, 'PUT', `/users/${email}`, { body: { email }, cookie })
  const profile = await callApi(shop.app, 'GET', `/users/${email}`, { token: body.token })
  expect(profile).toMatchObject({ status: 200, body: { email, displayName: name, role: null } })
  // Images of other sites are not shown (product 10.26).
  expect(profile.body.imgURL).toBeNull()
})

test('the second sign-in finds the same user, even with a changed e-mail', async () => {
  const accounts = [{ ...greta }]
  const shop = await openGoogleShop(accounts)
  const [first, second] = [openBrowser(shop), openBrowser(shop)]
  await signInWithGoogle(first)
  accounts[0] = { ...greta, email: 'greta.anvil@example.com', name: 'Greta Anvil' }
  await signInWithGoogle(second)
  const account = await signedInAs(shop, first)
  expect(await signedInAs(shop, second)).toMatchObject({ id: account.id, name: 'Greta Forge' })
})

test('each request has a new PKCE challenge, state and nonce', async () => {
  const shop = await openGoogleShop()
  const browser = openBrowser(shop)
  const [one, two] = [await pressButton(browser), await pressButton(browser)].map(
    (url) => new URL(url).searchParams,
  )
  expect(Object.fromEntries(one ?? [])).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    client_id: 'the-shop',
    redirect_uri: `${shopUrl}/api/auth/callback/google`,
    scope: 'openid email profile',
  })
  for (const name of ['state', 'nonce', 'code_challenge']) {
    expect(one?.get(name)).toMatch(/^[\w-]{32,}$/)
    expect(one?.get(name)).not.toBe(two?.get(name))
  }
})

test('cancelling at Google leads to the login, which keeps the return path', async () => {
  const shop = await openGoogleShop()
  const browser = openBrowser(shop)
  const { text } = await browser.go(await pressButton(browser, '/purchase/7'))
  const cancel = text.match(/class="cancel" href="([^"]+)"/)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const { location } = await browser.go(cancel)
  expect(location).toBe(`${shopUrl}/login?from=%2Fpurchase%2F7&error=access_denied`)
  expect(await signedInAs(shop, browser)).toBeUndefined()
})

test('Google’s tokens are not stored', async () => {
  const shop = await openGoogleShop()
  await signInWithGoogle(openBrowser(shop))
  await signInWithGoogle(openBrowser(shop))
  const noTokens = { accessToken: null, refreshToken: null, idToken: null, password: null }
  expect(await shop.db.selectFrom('credential').selectAll().execute()).toMatchObject([
    { providerId: 'google', accountId: greta.sub, ...noTokens },
  ])
})

test('a sign-in while Google is down shows an error and can be retried', async () => {
  const shop = await openTestShop(undefined, {
    discoveryUrl: 'http://127.0.0.1:9/',
    clientId: 'x',
    clientSecret: 'y',
  })
  const browser = openBrowser({ ...shop, google: shop.app })
  const unreachable = `${shopUrl}/login?from=%2Fpurchase%2F7&error=unreachable`
  expect(await pressButton(browser, '/purchase/7')).toBe(unreachable)
  expect(await pressButton(browser, '/purchase/7')).toBe(unreachable)
  expect((await callApi(shop.app, 'GET', '/products')).status).toBe(200)
})

test('without Google configured its endpoints do not exist', async () => {
  const { app } = await openTestShop()
  expect((await callApi(app, 'POST', '/auth/sign-in/google')).status).toBe(404)
  expect((await callApi(app, 'GET', '/auth/callback/google')).status).toBe(404)
})

test('better-auth’s own Google endpoints are closed', async () => {
  const shop = await openGoogleShop()
  const calls = ['/auth/sign-in/social', '/auth/link-social', '/auth/get-access-token']
  for (const call of calls) {
    const answer = await callApi(shop.app, 'POST', call, { body: { provider: 'google' } })
    expect(answer.status).toBe(404)
  }
})
