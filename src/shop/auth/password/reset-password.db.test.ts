import { expect, test } from 'vitest'
import { cookieOf } from '#server/testing/api-driver.ts'
import { openTestShop, shopUrl, type TestShop } from '#server/testing/test-shop.ts'
import { callApi, type Person, register } from '#server/testing/users.ts'

const requestReset = ({ app }: TestShop, email: string, headers: HeadersInit = {}) =>
  callApi(app, 'POST', '/auth/request-password-reset', { body: { email }, headers })
const sets = ({ app }: TestShop, token: string, newPassword = 'a new password') =>
  callApi(app, 'POST', '/auth/reset-password', { body: { token, newPassword } })
const logsIn = ({ app }: TestShop, { email }: Person, password: string) =>
  callApi(app, 'POST', '/auth/sign-in/email', { body: { email, password } })

/** Returns the link in the newest mail. */
async function mailedLink({ readMails }: TestShop): Promise<URL> {
  const [mail] = await readMails()
  const link = /\S+reset-password\S+/.exec(mail?.text ?? '')?.[0]
  if (!link) throw new Error(`No link in: ${mail?.text}`)
  return new URL(link)
}
const tokenOf = (link: URL) => link.searchParams.get('token') ?? ''

test('a reset link works once', async () => {
  const shop = await openTestShop()
  const jane = await register(shop)
  await requestReset(shop, jane.email.toUpperCase())
  const [mail] = await shop.readMails()
  expect(mail).toMatchObject({ to: jane.email, subject: 'Reset your Forgewell password' })
  const link = await mailedLink(shop)
  expect(mail?.html).toContain(link.href)

  expect((await sets(shop, tokenOf(link))).status).toBe(200)
  expect((await logsIn(shop, jane, jane.password)).body.code).toBe('auth/wrong-password')
  expect((await logsIn(shop, jane, 'a new password')).status).toBe(200)

  const again = await sets(shop, tokenOf(link), 'another password')
  expect([again.status, again.body.code]).toEqual([400, 'INVALID_TOKEN'])
  expect((await logsIn(shop, jane, 'a new password')).status).toBe(200)
})

test('of eight concurrent uses of one link, one succeeds', async () => {
  const shop = await openTestShop()
  const jane = await register(shop)
  await requestReset(shop, jane.email)
  const token = tokenOf(await mailedLink(shop))
  const passwords = Array.from({ length: 8 }, (_, number) => `password ${number}`)
  const answers = await Promise.all(passwords.map((password) => sets(shop, token, password)))
  const won = passwords.filter((_, number) => answers[number]?.status === 200)
  expect(won).toHaveLength(1)
  expect((await logsIn(shop, jane, won[0] ?? '')).status).toBe(200)
})

test('of two links, each used twice concurrently, one use succeeds', async () => {
  const shop = await openTestShop()
  const jane = await register(shop)
  const tokens: string[] = []
  for (let times = 0; times < 2; times++) {
    await requestReset(shop, jane.email)
    tokens.push(tokenOf(await mailedLink(shop)))
  }
  const uses = [...tokens, ...tokens]
  const passwords = uses.map((_, number) => `password ${number}`)
  const answers = await Promise.all(uses.map((token, number) => sets(shop, token, passwords[number])))
  const won = passwords.filter((_, number) => answers[number]?.status === 200)
  expect(won).toHaveLength(1)
  const opens: string[] = []
  for (const password of [jane.password, ...passwords]) {
    if ((await logsIn(shop, jane, password)).status === 200) opens.push(password)
  }
  expect(opens).toEqual(won)
})

test('a reset ends all sessions, tokens and other links', async () => {
  const shop = await openTestShop()
  const jane = await register(shop)
  const john = await register(shop)
  const elsewhere = cookieOf(await logsIn(shop, jane, jane.password))
  await requestReset(shop, jane.email)
  const first = tokenOf(await mailedLink(shop))
  await requestReset(shop, jane.email)
  const second = tokenOf(await mailedLink(shop))
  expect((await sets(shop, second)).status).toBe(200)

  for (const cookie of [jane.cookie, elsewhere]) {
    const { body } = await callApi(shop.app, 'GET', '/auth/get-session', { cookie })
    expect(body).toBeNull()
  }
  expect((await jane.call('GET', `/users/${jane.email}`)).status).toBe(401)
  expect((await john.call('GET', `/users/${john.email}`)).status).toBe(200)
  expect((await sets(shop, first)).body.code).toBe('INVALID_TOKEN')
})

test('after a reset the owner can log in despite earlier failures', async () => {
  const shop = await openTestShop()
  const jane = await register(shop)
  for (let failure = 0; failure < 11; failure++) await logsIn(shop, jane, 'wrong horse')
  expect((await logsIn(shop, jane, jane.password)).status).toBe(429)
  await requestReset(shop, jane.email)
  expect((await sets(shop, tokenOf(await mailedLink(shop)))).status).toBe(200)
  expect((await logsIn(shop, jane, 'a new password')).status).toBe(200)
})

test('a link expires after ten minutes', async () => {
  const shop = await openTestShop()
  const jane = await register(shop)
  await requestReset(shop, jane.email)
  const token = tokenOf(await mailedLink(shop))
  const { expiresAt } = await shop.db.selectFrom('verification').select('expiresAt').executeTakeFirstOrThrow()
  const minutes = (expiresAt.getTime() - Date.now()) / 60_000
  expect(minutes).toBeGreaterThan(9)
  expect(minutes).toBeLessThanOrEqual(10)

  const past = new Date(Date.now() - 1000)
  await shop.db.updateTable('verification').set({ expiresAt: past }).execute()
  expect((await sets(shop, token)).body.code).toBe('INVALID_TOKEN')
  expect((await logsIn(shop, jane, jane.password)).status).toBe(200)
})

test('a modified link is refused', async () => {
  const shop = await openTestShop()
  const jane = await register(shop)
  await requestReset(shop, jane.email)
  const token = tokenOf(await mailedLink(shop))
  const { identifier } = await shop.db
    .selectFrom('verification')
    .select('identifier')
    .executeTakeFirstOrThrow()
  const changed = (token[0] === 'a' ? 'b' : 'a') + token.slice(1)
  for (const wrong of [changed, token.slice(1), `${token}a`, token.toLowerCase(), identifier, '']) {
    const { status } = await sets(shop, wrong)
    expect([400, 422], wrong).toContain(status)
  }
  for (const odd of ['a\u0000b', '%', "' or true --", 'a'.repeat(1000)]) {
    expect((await sets(shop, odd)).status, odd).toBe(422)
  }
  expect((await logsIn(shop, jane, jane.password)).status).toBe(200)
  expect((await sets(shop, token)).status).toBe(200)
})

test('an invalid password does not use up the link', async () => {
  const shop = await openTestShop()
  const jane = await register(shop)
  await requestReset(shop, jane.email)
  const token = tokenOf(await mailedLink(shop))
  const short = await sets(shop, token, '12345')
  expect([short.status, short.body.fields]).toEqual([422, { newPassword: 'Min length is 6' }])
  const none = await sets(shop, token, '')
  expect(none.body.fields).toEqual({ newPassword: 'Password is Required' })
  expect((await sets(shop, token, '123456')).status).toBe(200)
})

test('the link uses the public URL, regardless of the Host header', async () => {
  const shop = await openTestShop()
  const jane = await register(shop)
  const lies = { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example', Forwarded: 'host=evil' }
  await requestReset(shop, jane.email, lies)
  const link = await mailedLink(shop)
  expect(link.origin + link.pathname).toBe(`${shopUrl}/reset-password`)
  const [mail] = await shop.readMails()
  expect(`${mail?.html}${mail?.text}`).not.toContain('evil')

  const foreign = { email: jane.email, redirectTo: 'https://evil.example/' }
  const answer = await callApi(shop.app, 'POST', '/auth/request-password-reset', { body: foreign })
  expect(answer.status === 200 || answer.status === 403).toBe(true)
  for (const { html, text } of await shop.readMails()) expect(html + text).not.toContain('evil')
})

test('an unknown e-mail gets the same response after the same time, and no mail', async () => {
  const shop = await openTestShop()
  const jane = await register(shop)
  const timed = async (email: string) => {
    const startedAt = performance.now()
    const { status, body } = await requestReset(shop, email)
    return { answer: { status, body }, milliseconds: performance.now() - startedAt }
  }
  const known = await timed(jane.email)
  const unknown = await timed('nobody@example.com')
  expect(unknown.answer).toEqual(known.answer)
  expect(known.answer.status).toBe(200)
  // Both responses are padded to a minimum time that exceeds the work of either.
  expect(known.milliseconds).toBeGreaterThan(240)
  expect(unknown.milliseconds).toBeGreaterThan(240)
  const recipients = (await shop.readMails()).map(({ to }) => to)
  expect(new Set(recipients)).toEqual(new Set([jane.email]))
})

test('a reset is audited and verifies the e-mail', async () => {
  const shop = await openTestShop()
  const jane = await register(shop)
  await requestReset(shop, jane.email)
  await sets(shop, tokenOf(await mailedLink(shop)))
  const entries = shop.db.selectFrom('auditEntry').where('action', '=', 'password-reset')
  expect(await entries.select(['actor', 'subject']).execute()).toEqual([
    { actor: jane.email, subject: jane.email },
  ])
  const account = shop.db.selectFrom('account').where('email', '=', jane.email)
  expect(await account.select('emailVerified').execute()).toEqual([{ emailVerified: true }])
})

test.each([
  ['', 'Email is required to Reset Password'],
  ['jane', 'Your email is not valid'],
])('the e-mail %j is refused', async (email, text) => {
  const { status, body } = await requestReset(await openTestShop(), email)
  expect([status, body.fields]).toEqual([422, { email: text }])
})

test('the database contains no usable reset link', async () => {
  const shop = await openTestShop()
  const jane = await register(shop)
  await requestReset(shop, jane.email)
  const stored = JSON.stringify([
    await shop.db.selectFrom('verification').selectAll().execute(),
    await shop.db.selectFrom('outgoingMail').selectAll().execute(),
  ])
  const token = tokenOf(await mailedLink(shop))
  expect(token.length).toBeGreaterThanOrEqual(24)
  expect(stored).toContain('encryptedToken')
  expect(stored).not.toContain(token)
})
