import { pino } from 'pino'
import { expect, test } from 'vitest'
import { cookieOf } from '#server/testing/api-driver.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { callApi, signUp, signUpAdmin } from '#server/testing/users.ts'
import { MAX_SESSIONS } from '#shop/auth/sessions/sessions.server.ts'

/** A shop whose log lines are collected. */
async function openLoggedShop() {
  const lines: { level: number; msg: string }[] = []
  const write = (line: string) => void lines.push(JSON.parse(line))
  const shop = await openTestShop(undefined, undefined, { log: pino({ level: 'info' }, { write }) })
  return { shop, lines, errors: () => lines.filter(({ level }) => level >= 50) }
}

test('a NUL character in any path or query is no error of the shop', async () => {
  const { shop, errors } = await openLoggedShop()
  const [jane, owen] = [await signUp(shop), await signUpAdmin(shop)]
  for (const kind of ['invoice', 'credit-note', 'confirmation']) {
    expect((await jane.call('GET', `/documents/${kind}/%00`)).status).toBe(400)
  }
  for (const path of ['/orders/all?size=10&buyer=%00', '/orders/all/summary?buyer=a%00b']) {
    expect((await owen.call('GET', path)).status).toBe(400)
  }
  expect(errors()).toEqual([])
})

test('another site’s state changes are refused before anything is counted or read', async () => {
  const { shop, errors, lines } = await openLoggedShop()
  const { cookie, email, password } = await signUp(shop)
  const foreign = { headers: { Origin: 'https://evil.example' }, cookie }
  const paths = [
    ...['send-verification-email', 'change-password', 'sign-out', 'sign-in/email'],
    ...['request-password-reset', 'sign-in/google', 'passkey/delete-passkey'],
  ]
  for (let round = 0; round < 12; round++) {
    for (const path of paths) {
      const body = { email, currentPassword: 'wrong', newPassword: 'a new password' }
      const answer = await callApi(shop.app, 'POST', `/auth/${path}?token=secret`, {
        ...foreign,
        body,
      })
      expect(answer, path).toMatchObject({ status: 403, body: { code: 'foreign-origin' } })
    }
  }
  const change = { currentPassword: password, newPassword: 'a new password' }
  const changed = await callApi(shop.app, 'POST', '/auth/change-password', { cookie, body: change })
  expect(changed.status).toBe(200)
  expect(errors()).toEqual([])
  expect(JSON.stringify(lines)).not.toContain('secret')
})

test('what visitors send to the callback of Google is no error of the shop', async () => {
  const { shop, errors } = await openLoggedShop()
  for (const query of ['state=x', 'code=1', 'error=denied&state=x', 'code=1&state=x']) {
    const answer = await shop.app.request(`http://shop.test/api/auth/callback/google?${query}`)
    expect(answer.status).toBeLessThan(500)
  }
  expect(errors()).toEqual([])
})

test('a passkey that can’t be verified is refused, not an outage', async () => {
  const { shop, errors } = await openLoggedShop()
  const { cookie, password } = await signUp(shop)
  const post = (path: string, body: object, sent: string) =>
    callApi(shop.app, 'POST', `/auth/passkey/${path}`, { body, cookie: sent })
  const text = (json: object) => Buffer.from(JSON.stringify(json)).toString('base64url')
  for (const odd of [{ origin: 'https://evil.example' }, { type: 'webauthn.get' }, { challenge: 'x' }, {}]) {
    const options = await post('generate-register-options', { password }, cookie)
    const client = {
      type: 'webauthn.create',
      challenge: options.body.challenge,
      origin: 'http://shop.test',
    }
    const response = {
      id: 'AAAA',
      rawId: 'AAAA',
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON: text({ ...client, ...odd }), attestationObject: 'AAAA' },
    }
    const all = `${cookie}; ${cookieOf(options)}`
    const verified = await post('verify-registration', { response, name: 'Key' }, all)
    expect([verified.status >= 400, verified.status < 500]).toEqual([true, true])
    const login = await post('verify-authentication', { response }, all)
    expect([login.status >= 400, login.status < 500]).toEqual([true, true])
  }
  expect(errors()).toEqual([])
})

test('a user has a bounded number of sessions; a new one ends the oldest', async () => {
  const shop = await openTestShop()
  const jane = await signUp(shop)
  const { id, userId } = await shop.db
    .selectFrom('session')
    .select(['id', 'userId'])
    .executeTakeFirstOrThrow()
  const before = new Date(Date.now() - 3_600_000)
  await shop.db.updateTable('session').set({ createdAt: before }).execute()
  await shop.db
    .insertInto('session')
    .values(
      Array.from({ length: MAX_SESSIONS }, () => ({
        id: crypto.randomUUID(),
        userId,
        token: crypto.randomUUID(),
        expiresAt: new Date(Date.now() + 3_600_000),
        updatedAt: new Date(),
      })),
    )
    .execute()
  const { email, password } = jane
  await callApi(shop.app, 'POST', '/auth/sign-in/email', { body: { email, password } })
  const sessions = await shop.db.selectFrom('session').select('id').execute()
  expect(sessions).toHaveLength(MAX_SESSIONS)
  expect(sessions.map((session) => session.id)).not.toContain(id)
})

test('one network can’t fill the owner’s list of searches without results', async () => {
  const shop = await openTestShop()
  const search = (text: string, ipAddress: string) =>
    callApi(shop.app, 'GET', `/products/search?q=${text}`, { ipAddress })
  for (let index = 0; index < 25; index++) await search(`qqqq${index}`, '203.0.113.7')
  await search('anvil', '203.0.113.8')
  const misses = await shop.db.selectFrom('searchMiss').select('query').execute()
  expect(misses).toHaveLength(21)
  expect(misses.map(({ query }) => query)).toContain('anvil')
})
