import { expect, test } from 'vitest'
import type { Db } from '#platform/database/database.server.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { callApi, type Person, signUp, signUpAdmin } from '#server/testing/users.ts'

const adminsLeft = async (db: Db) =>
  (
    await db
      .selectFrom('account')
      .select('email')
      .where('role', '=', 'admin')
      .where('closedAt', 'is', null)
      .execute()
  ).map(({ email }) => email)

test('the last admin cannot be deleted, not even by themselves', async () => {
  const shop = await openTestShop()
  const [owen, jane] = [await signUpAdmin(shop), await signUp(shop)]
  const refused = await owen.call('DELETE', `/users/${owen.email}`)
  expect(refused).toMatchObject({ status: 409, body: { code: 'last-admin' } })
  expect((await owen.call('GET', '/users')).status).toBe(200)
  await owen.call('PUT', `/users/admin/${jane.email}`)
  expect((await owen.call('DELETE', `/users/${owen.email}`)).status).toBe(200)
  expect(await adminsLeft(shop.db)).toEqual([jane.email])
})

test('of two admins who delete each other concurrently, one remains', async () => {
  const shop = await openTestShop()
  for (let round = 0; round < 5; round++) {
    await shop.db.updateTable('account').set({ role: 'buyer' }).execute()
    const [owen, olga] = [await signUpAdmin(shop), await signUpAdmin(shop)]
    const answers = await Promise.all([
      owen.call('DELETE', `/users/${olga.email}`),
      olga.call('DELETE', `/users/${owen.email}`),
    ])
    const statuses = answers.map(({ status }) => status).sort()
    expect([401, 403]).toContain(statuses[1])
    expect(statuses[0]).toBe(200)
    expect(await adminsLeft(shop.db)).toHaveLength(1)
  }
})

test('of ten admins who each delete the next one and themselves, at least one remains', async () => {
  const shop = await openTestShop()
  const admins: Person[] = []
  for (let count = 0; count < 10; count++) admins.push(await signUpAdmin(shop))
  await Promise.all(
    admins.flatMap(({ email, call }, index) => {
      const next = admins[(index + 1) % admins.length]?.email
      return [call('DELETE', `/users/${next}`), call('DELETE', `/users/${email}`)]
    }),
  )
  expect((await adminsLeft(shop.db)).length).toBeGreaterThanOrEqual(1)
})

test('the last admin cannot be demoted', async () => {
  const shop = await openTestShop()
  const [owen, jane] = [await signUpAdmin(shop), await signUp(shop)]
  const refused = await owen.call('DELETE', `/users/admin/${owen.email}`)
  expect(refused).toMatchObject({ status: 409, body: { code: 'last-admin' } })
  await owen.call('PUT', `/users/admin/${jane.email}`)
  const demoted = await jane.call('DELETE', `/users/admin/${owen.email}`)
  expect(demoted).toMatchObject({ status: 200, body: { email: owen.email, role: null } })
  // Effective immediately.
  expect((await owen.call('GET', '/users')).status).toBe(403)
  expect((await owen.call('GET', `/users/${owen.email}`)).status).toBe(200)
  expect((await jane.call('DELETE', `/users/admin/${owen.email}`)).status).toBe(200)
  const entries = await shop.db
    .selectFrom('auditEntry')
    .select(['actor', 'subject'])
    .where('action', '=', 'admin-removed')
    .execute()
  expect(entries).toEqual([{ actor: jane.email, subject: owen.email }])
  expect((await jane.call('DELETE', '/users/admin/nobody@example.com')).status).toBe(404)
})

test('admins demote themselves only when they confirm it', async () => {
  const shop = await openTestShop()
  const [owen, olga] = [await signUpAdmin(shop), await signUpAdmin(shop)]
  const refused = await owen.call('DELETE', `/users/admin/${owen.email.toUpperCase()}`)
  expect(refused).toMatchObject({ status: 409, body: { code: 'own-role' } })
  expect((await adminsLeft(shop.db)).sort()).toEqual([owen.email, olga.email].sort())
  const confirmed = await owen.call('DELETE', `/users/admin/${owen.email}?confirm=own-role`)
  expect(confirmed).toMatchObject({ status: 200, body: { email: owen.email, role: null } })
  expect(await adminsLeft(shop.db)).toEqual([olga.email])
  const last = await olga.call('DELETE', `/users/admin/${olga.email}?confirm=own-role`)
  expect(last).toMatchObject({ status: 409, body: { code: 'last-admin' } })
})

test('of two admins who demote each other concurrently, one remains', async () => {
  const shop = await openTestShop()
  for (let round = 0; round < 5; round++) {
    await shop.db.updateTable('account').set({ role: 'buyer' }).execute()
    const [owen, olga] = [await signUpAdmin(shop), await signUpAdmin(shop)]
    const answers = await Promise.all([
      owen.call('DELETE', `/users/admin/${olga.email}`),
      olga.call('DELETE', `/users/admin/${owen.email}`),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
    expect(await adminsLeft(shop.db)).toHaveLength(1)
  }
})

test('the pseudonym of a deleted user cannot be registered', async () => {
  const shop = await openTestShop()
  const [owen, mallory] = [await signUpAdmin(shop), await signUp(shop)]
  const { _id } = (await mallory.call('GET', `/users/${mallory.email}`)).body
  for (const email of [`deleted-${_id}@deleted.invalid`, ` DELETED-${_id}@Deleted.Invalid `]) {
    const body = { name: 'Deleted user', email, password: 'correct horse' }
    const refused = await callApi(shop.app, 'POST', '/auth/sign-up/email', { body })
    expect(refused).toMatchObject({ status: 422, body: { message: 'Your email is not valid' } })
  }
  expect((await owen.call('DELETE', `/users/${mallory.email}`)).status).toBe(200)
})
