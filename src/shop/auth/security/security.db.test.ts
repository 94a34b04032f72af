import { expect, test } from 'vitest'
import { cookieOf } from '#server/testing/api-driver.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { callApi, type Person, register, signUpUnverified } from '#server/testing/users.ts'

const post = ({ app }: TestShop, path: string, body: object, cookie = '') =>
  callApi(app, 'POST', `/auth/${path}`, { body, cookie })
const logIn = (shop: TestShop, email: string, password: string) =>
  post(shop, 'sign-in/email', { email, password })
const isAlive = async ({ app }: TestShop, cookie: string) =>
  (await callApi(app, 'GET', '/auth/get-session', { cookie })).body !== null

const changePassword = (shop: TestShop, { cookie }: Person, currentPassword: string) =>
  post(shop, 'change-password', { currentPassword, newPassword: 'a new password' }, cookie)

/** Returns the path and the recipient of the newest mail's link. */
async function newestLink({ readMails }: TestShop) {
  const [mail] = await readMails()
  return { to: mail?.to, path: /\/verify-email\S+/.exec(mail?.text ?? '')?.[0] ?? '' }
}

test('changing the password requires the old one and ends other sessions', async () => {
  const shop = await openTestShop()
  const jane = await register(shop)
  const elsewhere = cookieOf(await logIn(shop, jane.email, jane.password))
  const wrong = await changePassword(shop, jane, 'not hers at all')
  expect([wrong.status, wrong.body.code]).toEqual([403, 'auth/wrong-password'])
  expect(await isAlive(shop, elsewhere)).toBe(true)
  const short = { currentPassword: jane.password, newPassword: '12345' }
  expect((await post(shop, 'change-password', short, jane.cookie)).body.fields).toEqual({
    newPassword: 'Min length is 6',
  })

  expect((await changePassword(shop, jane, jane.password)).status).toBe(200)
  expect(await isAlive(shop, elsewhere)).toBe(false)
  expect((await jane.call('GET', `/users/${jane.email}`)).status).toBe(200)
  expect((await logIn(shop, jane.email, jane.password)).status).toBe(401)
  expect((await logIn(shop, jane.email, 'a new password')).status).toBe(200)
})

test('an e-mail changes after both addresses have confirmed', async () => {
  const shop = await openTestShop()
  const jane = await register(shop)
  const { email, password, cookie } = jane
  const elsewhere = cookieOf(await logIn(shop, email, password))
  await shop.readMails()
  const requested = await post(shop, 'change-email', { newEmail: 'New@example.com', password }, cookie)
  expect(requested.status).toBe(200)
  const old = await newestLink(shop)
  expect(old.to).toBe(email)
  expect((await callApi(shop.app, 'GET', `/auth${old.path}`)).status).toBe(401)
  expect((await callApi(shop.app, 'GET', `/auth${old.path}`, { cookie })).status).toBe(200)
  const fresh = await newestLink(shop)
  expect(fresh.to).toBe('new@example.com')
  const emails = () => shop.db.selectFrom('account').select(['email', 'emailVerified']).execute()
  expect(await emails()).toEqual([{ email, emailVerified: true }])
  expect((await callApi(shop.app, 'GET', `/auth${fresh.path}`)).status).toBe(401)

  expect((await callApi(shop.app, 'GET', `/auth${fresh.path}`, { cookie })).status).toBe(200)
  expect(await emails()).toEqual([{ email: 'new@example.com', emailVerified: true }])
  expect(await isAlive(shop, elsewhere)).toBe(false)
  expect((await jane.call('GET', '/users/new@example.com')).status).toBe(200)
  expect((await logIn(shop, 'new@example.com', password)).status).toBe(200)
  const audit = shop.db.selectFrom('auditEntry').where('action', '=', 'email-changed')
  expect(await audit.select('subject').execute()).toEqual([{ subject: 'new@example.com' }])
})

test('an e-mail change is refused for a taken or unverified e-mail, and rate limited', async () => {
  const shop = await openTestShop()
  const [jane, john] = [await register(shop), await register(shop)]
  const sent = (await shop.readMails()).length
  const change = ({ password, cookie }: Person, newEmail: string) =>
    post(shop, 'change-email', { newEmail, password }, cookie)
  expect((await change(jane, john.email)).status).toBe(200)
  expect(await shop.readMails()).toHaveLength(sent)
  expect((await change(jane, 'no e-mail')).status).toBe(422)
  expect((await change(jane, 'jane@deleted.invalid')).status).toBe(422)
  const unverified = await signUpUnverified(shop)
  expect((await change(unverified, 'new@example.com')).body.code).toBe('email-not-verified')
  const statuses: number[] = []
  for (let times = 0; times < 6; times++)
    statuses.push((await change(jane, `new-${times}@example.com`)).status)
  expect(statuses).toEqual([200, 200, 200, 200, 429, 429])
})

test('sessions are listed and ended by their owner only', async () => {
  const shop = await openTestShop()
  const [jane, john] = [await register(shop), await register(shop)]
  const elsewhere = cookieOf(await logIn(shop, jane.email, jane.password))
  const { body: sessions } = await jane.call('GET', '/sessions')
  expect(sessions).toMatchObject([{ isCurrent: false }, { isCurrent: true }])
  expect(JSON.stringify(sessions)).not.toContain('token')

  const path = `/sessions/${sessions[0]._id}`
  expect((await john.call('DELETE', path)).status).toBe(404)
  expect(await isAlive(shop, elsewhere)).toBe(true)
  expect((await jane.call('DELETE', path)).status).toBe(200)
  expect(await isAlive(shop, elsewhere)).toBe(false)

  await logIn(shop, jane.email, jane.password)
  expect((await jane.call('DELETE', '/sessions')).body).toEqual({ deletedCount: 1 })
  expect((await jane.call('GET', '/sessions')).body).toMatchObject([{ isCurrent: true }])
  expect((await john.call('GET', '/sessions')).body).toHaveLength(1)
})
