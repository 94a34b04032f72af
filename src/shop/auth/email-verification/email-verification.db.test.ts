import { expect, test } from 'vitest'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { callApi, type Person, signUp, signUpUnverified } from '#server/testing/users.ts'
import { visitorLimits } from '#shop/auth/visitor-limits.server.ts'

const MINUTE = 60_000

/** Returns the path with the token of the newest verification mail. */
async function mailedPath({ readMails }: TestShop): Promise<string> {
  const mail = (await readMails()).find(({ text }) => text.includes('/verify-email?'))
  return /\/verify-email\S+/.exec(mail?.text ?? '')?.[0] ?? ''
}

const follow = ({ app }: TestShop, path: string, cookie = '') =>
  callApi(app, 'GET', `/auth${path}`, { cookie })

const askAgain = ({ app }: TestShop, { cookie }: Person) =>
  callApi(app, 'POST', '/auth/send-verification-email', { body: {}, cookie })

async function isVerified({ db }: TestShop, { email }: Person): Promise<boolean> {
  const account = db.selectFrom('account').select('emailVerified').where('email', '=', email)
  return (await account.executeTakeFirstOrThrow()).emailVerified
}

test('200 orders of an unverified e-mail send one mail', { tags: 'long' }, async () => {
  const shop = await openTestShop(undefined, undefined, { visitorLimits })
  const product = await addProduct(shop.db, { quantity: 1000 })
  const attacker = await signUpUnverified(shop, 'Visit evil.example')
  const name = 'Visit https://evil.example now'
  const order = { productId: product.id, quantity: 10, name, address: name }
  for (let round = 0; round < 200; round++) {
    const { body } = await attacker.call('POST', '/perchase', order)
    if (body._id) await attacker.call('DELETE', `/purchase/${body._id}`)
    if (round % 20 === 0) await askAgain(shop, attacker)
  }
  const mails = await shop.readMails()
  expect(mails).toMatchObject([
    { to: attacker.email, subject: 'Welcome to Forgewell: please confirm your e-mail' },
  ])
  expect(mails[0]?.text).not.toContain('evil')
  // Queued mail is bounded too.
  const { count } = await shop.db
    .selectFrom('outgoingMail')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBeLessThanOrEqual(20)
})

test('queued mails are sent after verification', async () => {
  const shop = await openTestShop()
  const product = await addProduct(shop.db)
  const jane = await signUpUnverified(shop)
  const order = { productId: product.id, quantity: 10, name: 'Jane', address: '1 Anvil Street' }
  expect((await jane.call('POST', '/perchase', order)).status).toBe(200)
  const path = await mailedPath(shop)
  expect(await shop.readMails()).toHaveLength(1)

  expect((await follow(shop, path, jane.cookie)).status).toBe(200)
  expect(await isVerified(shop, jane)).toBe(true)
  const subjects = (await shop.readMails()).map(({ subject }) => subject)
  expect(subjects[0]).toMatch(/^Your order/)
  expect(subjects).toHaveLength(2)
  expect((await askAgain(shop, jane)).status).toBe(200)
  expect(await shop.readMails()).toHaveLength(2)
})

test('a link works only while its own user is logged in', async () => {
  const shop = await openTestShop()
  const jane = await signUpUnverified(shop)
  const path = await mailedPath(shop)
  const john = await signUpUnverified(shop)
  // A mail scanner, or the owner of a misused address, follows the link.
  expect((await follow(shop, path)).status).toBe(401)
  expect((await follow(shop, path, john.cookie)).body.code).toBe('auth/other-account')
  const elsewhere = `${path}&callbackURL=https://evil.example`
  expect((await follow(shop, `${path.slice(0, -3)}abc`, jane.cookie)).body.code).toBe('INVALID_TOKEN')
  expect((await follow(shop, '/verify-email?token=x', jane.cookie)).body.code).toBe('INVALID_TOKEN')
  expect(await isVerified(shop, jane)).toBe(false)
  expect(await isVerified(shop, john)).toBe(false)
  const followed = await follow(shop, elsewhere, jane.cookie)
  expect([followed.status, followed.headers.get('Location')]).toEqual([200, null])
  expect(await isVerified(shop, jane)).toBe(true)
})

test('the link can be requested every minute, and five mails go out a day', async () => {
  const shop = await openTestShop(undefined, undefined, { visitorLimits })
  const jane = await signUpUnverified(shop)
  const soon = await askAgain(shop, jane)
  expect([soon.status, Number(soon.headers.get('Retry-After'))]).toEqual([429, 60])
  const statuses: number[] = []
  for (let times = 0; times < 6; times++) {
    shop.clock.now = new Date(shop.clock.now.getTime() + MINUTE)
    statuses.push((await askAgain(shop, jane)).status)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 429, 429])
  expect(await shop.readMails()).toHaveLength(5)
  shop.clock.now = new Date(shop.clock.now.getTime() + 24 * 60 * MINUTE)
  expect((await askAgain(shop, jane)).status).toBe(200)
  expect((await callApi(shop.app, 'POST', '/auth/send-verification-email', { body: {} })).status).toBe(401)
})

test('of concurrent requests for one e-mail, one sends a link', async () => {
  const shop = await openTestShop(undefined, undefined, { visitorLimits })
  const jane = await signUpUnverified(shop)
  shop.clock.now = new Date(shop.clock.now.getTime() + 10 * MINUTE)
  const answers = await Promise.all(Array.from({ length: 20 }, () => askAgain(shop, jane)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await shop.readMails()).toHaveLength(2)
})

test('queued mail is deleted with its user', async () => {
  const shop = await openTestShop()
  const product = await addProduct(shop.db)
  const jane = await signUpUnverified(shop)
  const order = { productId: product.id, quantity: 10, name: 'Jane', address: '1 Anvil Street' }
  await jane.call('POST', '/perchase', order)
  await shop.readMails()
  await shop.db
    .updateTable('account')
    .set({ email: 'deleted-1@deleted.invalid', closedAt: new Date() })
    .execute()
  expect(await shop.db.selectFrom('outgoingMail').selectAll().execute()).toEqual([])
})

test('a shop can refuse orders until the e-mail is verified', async () => {
  const shop = await openTestShop(undefined, undefined, { requireVerifiedEmail: true })
  const product = await addProduct(shop.db)
  const order = { productId: product.id, quantity: 10, name: 'Jane', address: '1 Anvil Street' }
  const jane = await signUpUnverified(shop)
  const refused = await jane.call('POST', '/perchase', order)
  expect([refused.status, refused.body.code]).toEqual([403, 'email-not-verified'])
  expect((await callApi(shop.app, 'POST', '/perchase', { body: order })).status).toBe(401)
  await follow(shop, await mailedPath(shop), jane.cookie)
  expect((await jane.call('POST', '/perchase', order)).status).toBe(200)
  expect((await (await signUp(shop)).call('POST', '/perchase', order)).status).toBe(200)
})
