import { expect, test } from 'vitest'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { callApi, signUp, signUpAdmin, signUpUnverified } from '#server/testing/users.ts'
import { operatorCommand, runOperatorCommand } from './admin-commands.server.ts'

function command({ db }: TestShop, action: string, email: string) {
  return runOperatorCommand(db, operatorCommand.parse({ action, email }))
}

const passwordIn = (message: string) => /assword: (\S+)$/.exec(message)?.[1] ?? ''

const logIn = (shop: TestShop, email: string, password: string) =>
  callApi(shop.app, 'POST', '/auth/sign-in/email', { body: { email, password } })

test('a created admin can log in with the printed password', async () => {
  const shop = await openTestShop()
  const { ok, message } = await command(shop, 'create', ' Boss@Example.com ')
  expect(ok).toBe(true)
  const login = await logIn(shop, 'boss@example.com', passwordIn(message))
  expect(login.status).toBe(200)
  const account = await shop.db.selectFrom('account').select(['email', 'role', 'name']).execute()
  expect(account).toEqual([{ email: 'boss@example.com', role: 'admin', name: 'boss' }])
})

test('creating an existing user changes nothing', async () => {
  const shop = await openTestShop()
  const { email, password, call } = await signUp(shop)
  expect((await command(shop, 'create', email)).ok).toBe(false)
  expect((await call('GET', `/users/admin/${email}`)).body).toEqual({ admin: false })
  expect((await logIn(shop, email, password)).status).toBe(200)
})

test('promotion applies to open sessions at once and can be repeated', async () => {
  const shop = await openTestShop()
  const { email, call } = await signUp(shop)
  expect(await command(shop, 'promote', email)).toEqual({
    ok: true,
    message: `${email} is an admin.`,
  })
  expect((await command(shop, 'promote', email)).ok).toBe(true)
  expect((await call('GET', '/users')).status).toBe(200)
})

test('a user without a verified e-mail is not promoted', async () => {
  const shop = await openTestShop()
  const { email, call } = await signUpUnverified(shop)
  expect(await command(shop, 'promote', email)).toMatchObject({
    ok: false,
    message: expect.stringContaining('hasn’t confirmed the address'),
  })
  expect((await call('GET', '/users')).status).toBe(403)
})

test('a reset replaces the password and ends every session', async () => {
  const shop = await openTestShop()
  const { email, password, call, cookie } = await signUp(shop)
  const { message } = await command(shop, 'reset-password', email)
  expect((await call('GET', `/users/${email}`)).status).toBe(401)
  expect((await callApi(shop.app, 'GET', '/auth/get-session', { cookie })).body).toBeNull()
  expect((await logIn(shop, email, password)).status).toBe(401)
  expect((await logIn(shop, email, passwordIn(message))).status).toBe(200)
})

test('a reset gives a password to a user without one', async () => {
  const shop = await openTestShop()
  const { email } = await signUp(shop)
  await shop.db.deleteFrom('credential').execute()
  const { message } = await command(shop, 'reset-password', email)
  expect((await logIn(shop, email, passwordIn(message))).status).toBe(200)
})

test('unknown and deleted users give the same error', async () => {
  const shop = await openTestShop()
  const [owen, jane] = [await signUpAdmin(shop), await signUp(shop)]
  await owen.call('DELETE', `/users/${jane.email}`)
  const { email: pseudonym } = await shop.db
    .selectFrom('account')
    .select('email')
    .where('closedAt', 'is not', null)
    .executeTakeFirstOrThrow()
  for (const email of ['nobody@example.com', jane.email, pseudonym]) {
    for (const action of ['promote', 'reset-password']) {
      const answer = await command(shop, action, email)
      expect(answer).toEqual({ ok: false, message: `There is no user ${email}.` })
    }
  }
  expect(await shop.db.selectFrom('credential').select('id').execute()).toHaveLength(1)
})

test('each command is audited with the operator as actor', async () => {
  const shop = await openTestShop()
  await command(shop, 'create', 'boss@example.com')
  await command(shop, 'reset-password', 'boss@example.com')
  const entries = await shop.db
    .selectFrom('auditEntry')
    .select(['action', 'actor', 'subject'])
    .orderBy('id')
    .execute()
  expect(entries).toEqual([
    { action: 'role-changed', actor: 'operator', subject: 'boss@example.com' },
    { action: 'password-reset', actor: 'operator', subject: 'boss@example.com' },
  ])
})

test('rejects unknown commands and invalid e-mails', () => {
  for (const odd of [{}, { action: 'drop', email: 'a@b.example' }, { action: 'create', email: 'x' }])
    expect(operatorCommand.safeParse(odd).success).toBe(false)
})
