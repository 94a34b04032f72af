import { expect, test } from 'vitest'
import { cookieOf } from '#server/testing/api-driver.ts'
import { greta, openBrowser, openGoogleShop, signInWithGoogle } from '#server/testing/google.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { callApi, signUp, signUpAdmin } from '#server/testing/users.ts'
import { visitorLimits } from '#shop/auth/visitor-limits.server.ts'

const nia = { email: 'nia@vans.example', name: 'Nia Newcomer' }
const password = 'correct horse battery'

async function openInviting(limits?: typeof visitorLimits) {
  const shop = await openTestShop(undefined, undefined, limits && { visitorLimits: limits })
  const owen = await signUpAdmin(shop)
  const company = (await owen.call('POST', '/companies', { name: 'Vans & Co' })).body
  const add = (user: object = {}) =>
    owen.call('POST', '/pending-users', { ...nia, company: company._id, ...user })
  const invite = () => owen.call('POST', `/pending-users/${nia.email}/invitation`)
  const pending = async () => (await owen.call('GET', '/pending-users?size=20&page=0')).body
  const members = async () =>
    (await owen.call('GET', `/companies/${company._id}`)).body.members.map(
      ({ email }: { email: string }) => email,
    )
  return { shop, owen, company, add, invite, pending, members }
}

/** The token of the newest invitation. */
async function tokenOf(shop: TestShop): Promise<string> {
  const mail = (await shop.readMails()).find(({ subject }) => subject.startsWith('Your login'))
  return /invitation=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
}

const register = ({ app }: TestShop, token: string, email = nia.email) =>
  callApi(app, 'POST', `/auth/sign-up/email?invitation=${token}`, {
    body: { name: 'Nia New', email, password },
  })

const isVerified = async ({ db }: TestShop, email = nia.email) =>
  (await db.selectFrom('account').select('emailVerified').where('email', '=', email).executeTakeFirst())
    ?.emailVerified

test('an invited user registers by the link, is verified at once, and belongs to the company', async () => {
  const { shop, owen, add, invite, pending, members } = await openInviting()
  expect(await add()).toMatchObject({ status: 200 })
  expect((await add()).status).toBe(409)
  expect(await pending()).toEqual([{ ...nia, company: 'Vans & Co', invitedAt: null }])
  expect(await members()).toEqual([])
  expect((await shop.readMails()).filter(({ to }) => to === nia.email)).toEqual([])
  expect((await invite()).status).toBe(200)
  const first = await tokenOf(shop)
  expect((await invite()).status).toBe(200)
  const token = await tokenOf(shop)
  expect(token).not.toBe(first)
  expect((await register(shop, token)).status).toBe(200)
  expect(await isVerified(shop)).toBe(true)
  expect(await members()).toEqual([nia.email])
  expect(await pending()).toEqual([])
  expect((await add()).status).toBe(409)
  expect((await owen.call('POST', `/pending-users/${nia.email}/invitation`)).status).toBe(404)
})

test('a link proves no other e-mail, works once and for seven days, and not after another one', async () => {
  const { shop, add, invite, members } = await openInviting()
  await add()
  await invite()
  const old = await tokenOf(shop)
  await invite()
  const token = await tokenOf(shop)
  expect((await register(shop, token, 'mallory@evil.example')).status).toBe(200)
  expect(await isVerified(shop, 'mallory@evil.example')).toBe(false)
  await shop.db
    .updateTable('pendingUser')
    .set({ invitedAt: new Date(Date.now() - 8 * 86_400_000) })
    .execute()
  for (const wrong of [old, token, 'x'])
    await register(shop, wrong).then(async ({ status }) => {
      if (status === 200) await shop.db.deleteFrom('account').where('email', '=', nia.email).execute()
      expect(status).toBe(200)
    })
  expect(await members()).toEqual([])
})

test('whoever registers with a pending e-mail gets no company before the mailbox is proved', async () => {
  const { shop, add, invite, members, pending } = await openInviting()
  await add()
  await register(shop, '')
  expect(await isVerified(shop)).toBe(false)
  expect(await members()).toEqual([])
  await invite()
  // The squatter's account keeps the link from opening another one; a new password takes it over.
  expect((await register(shop, await tokenOf(shop))).status).toBe(422)
  await callApi(shop.app, 'POST', '/auth/request-password-reset', { body: { email: nia.email } })
  const mail = (await shop.readMails()).find(({ subject }) => subject.startsWith('Reset'))
  const token = /token=(\w+)/.exec(mail?.text ?? '')?.[1]
  const reset = { token, newPassword: 'a better battery' }
  expect((await callApi(shop.app, 'POST', '/auth/reset-password', { body: reset })).status).toBe(200)
  expect(await members()).toEqual([nia.email])
  expect(await pending()).toEqual([])
})

test('a pending user is named as a member, goes with a merged company, and can be taken out', async () => {
  const { shop, owen, company, add, pending } = await openInviting()
  await add({ company: null })
  const put = await owen.call('PUT', `/companies/${company._id}/members/${nia.email}`)
  expect(put).toMatchObject({ status: 200, body: { members: [], pending: [nia] } })
  const other = (await owen.call('POST', '/companies', { name: 'Acme' })).body
  await owen.call('POST', `/companies/${company._id}/merge`, { into: other._id })
  expect(await pending()).toMatchObject([{ company: 'Acme' }])
  await owen.call('DELETE', `/companies/${other._id}/members/${nia.email}`)
  expect(await pending()).toMatchObject([{ company: null }])
  const jane = await signUp(shop)
  expect(await add({ email: jane.email, company: null })).toMatchObject({
    status: 409,
    body: { code: 'has-account' },
  })
  expect((await owen.call('DELETE', `/pending-users/${nia.email}`)).status).toBe(200)
  expect(await pending()).toEqual([])
})

test('invitations keep the limits of mails with links', async () => {
  const { add, invite } = await openInviting(visitorLimits)
  await add()
  expect((await invite()).status).toBe(200)
  expect(await invite()).toMatchObject({ status: 429, body: { code: 'too-many' } })
})

test('a pending user who signs in with Google, or confirms a registration, belongs to the company', async () => {
  const shop = await openGoogleShop()
  const owen = await signUpAdmin(shop)
  const { _id: company } = (await owen.call('POST', '/companies', { name: 'Vans & Co' })).body
  for (const { email, name } of [greta, nia])
    await owen.call('POST', '/pending-users', { email, name, company })
  const members = async () => (await owen.call('GET', `/companies/${company}`)).body.members.length
  await signInWithGoogle(openBrowser(shop))
  expect(await members()).toBe(1)
  const cookie = cookieOf(await register(shop, ''))
  const mail = (await shop.readMails()).find(({ to }) => to === nia.email)
  const token = /token=([\w.-]+)/.exec(mail?.text ?? '')?.[1]
  expect(await members()).toBe(1)
  await callApi(shop.app, 'GET', `/auth/verify-email?token=${token}`, { cookie })
  expect(await members()).toBe(2)
})
