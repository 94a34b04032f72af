import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cookieOf } from '#server/testing/api-driver.ts'
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
import type { TestShop } from '#server/testing/test-shop.ts'
import { callApi } from '#server/testing/users.ts'

const logIn = ({ app }: TestShop, email: string) =>
  callApi(app, 'POST', '/auth/sign-in/email', { body: { email, password: 'correct horse' } })

test('an e-mail that Google has not verified is refused', async () => {
  const accounts = [{ ...greta, isVerified: false }]
  const shop = await openGoogleShop(accounts)
  const refused = /\/login\?.*error=(email_not_verified|account_not_linked)/
  expect(await signInWithGoogle(openBrowser(shop))).toMatch(refused)
  expect(await shop.db.selectFrom('account').select('id').execute()).toEqual([])

  const { cookie } = await hijackEarly(shop, greta.email)
  expect(await signInWithGoogle(openBrowser(shop))).toMatch(refused)
  expect(await hasSession(shop, cookie)).toBe(true)
  expect((await logIn(shop, greta.email)).status).toBe(200)
})

test('a squatted account is transferred to the owner of its e-mail', async () => {
  const shop = await openGoogleShop()
  const attacker = await hijackEarly(shop, greta.email)
  const owner = openBrowser(shop)
  const callback = await choose(owner, await pressButton(owner), greta.sub)
  const headers = { Cookie: owner.cookie(), 'forgewell-client-address': '6.6.6.6' }
  const socket = { remoteAddress: '203.0.113.7' }
  const arrived = await shop.app.request(callback, { headers }, { incoming: { socket } })

  expect(await hasSession(shop, attacker.cookie)).toBe(false)
  const path = `/users/${greta.email}`
  expect((await callApi(shop.app, 'GET', path, { token: attacker.token })).status).toBe(401)
  expect((await logIn(shop, greta.email)).body).toMatchObject({ code: 'auth/wrong-password' })
  expect(await shop.db.selectFrom('account').selectAll().execute()).toMatchObject([
    { email: greta.email, name: greta.name, emailVerified: true, address: '', phone: '' },
  ])
  expect(await hasSession(shop, cookieOf(arrived))).toBe(true)

  const reclaims = () =>
    shop.db
      .selectFrom('auditEntry')
      .select(['actor', 'subject', 'ipAddress'])
      .where('action', '=', 'account-reclaimed')
      .execute()
  const once = [{ actor: greta.email, subject: greta.email, ipAddress: '203.0.113.7' }]
  expect(await reclaims()).toEqual(once)
  await signInWithGoogle(openBrowser(shop))
  expect(await reclaims()).toEqual(once)
})

test('a password removed during its check does not sign in', async () => {
  const shop = await openGoogleShop()
  await hijackEarly(shop, greta.email)
  await shop.db.deleteFrom('session').execute()
  // The owner takes over between the check and the new session.
  await sql`create function owner_comes() returns trigger language plpgsql as $$
    begin delete from credential where user_id = new.user_id; return new; end $$`.execute(shop.db)
  await sql`create trigger owner_comes before insert on session
    for each row execute function owner_comes()`.execute(shop.db)
  const answer = await logIn(shop, greta.email)
  expect(answer).toMatchObject({ status: 401, body: { code: 'auth/wrong-password' } })
  expect(await hasSession(shop, cookieOf(answer))).toBe(false)
  expect(await shop.db.selectFrom('session').select('id').execute()).toEqual([])
})

test('a user with a verified e-mail keeps the password when linking Google', async () => {
  const shop = await openGoogleShop()
  const { cookie } = await hijackEarly(shop, greta.email)
  await shop.db.updateTable('account').set({ emailVerified: true }).execute()
  await signInWithGoogle(openBrowser(shop))
  expect(await hasSession(shop, cookie)).toBe(true)
  expect((await logIn(shop, greta.email)).status).toBe(200)
  expect(await shop.db.selectFrom('account').select('address').execute()).toEqual([
    { address: '1 Thieves Lane' },
  ])
})
