import { expect, test } from 'vitest'
import { openTestShop } from '#server/testing/test-shop.ts'
import { signUp, signUpAdmin, signUpUnverified } from '#server/testing/users.ts'

test('an admin sets how a buyer is taxed, with an audit entry', async () => {
  const shop = await openTestShop()
  const [owen, jane] = [await signUpAdmin(shop), await signUp(shop)]
  await jane.call('PUT', `/users/${jane.email}`, { taxId: 'DE123' })
  const path = `/users/tax/${jane.email}`
  const standard = { treatment: 'standard', reference: null, taxId: 'DE123' }
  const exempt = { treatment: 'exempt', reference: 'EX-42' }
  expect((await owen.call('PUT', path, exempt)).body).toEqual({ ...exempt, taxId: 'DE123' })
  expect((await owen.call('PUT', path, { treatment: 'standard' })).body).toEqual(standard)
  const entries = await shop.db
    .selectFrom('auditEntry')
    .select(['actor', 'subject'])
    .where('action', '=', 'tax-changed')
    .execute()
  const entry = { actor: owen.email, subject: jane.email }
  expect(entries).toEqual([entry, entry])
})

test('an exception needs its number, and the user must exist', async () => {
  const shop = await openTestShop()
  const [owen, jane] = [await signUpAdmin(shop), await signUp(shop)]
  const path = `/users/tax/${jane.email}`
  for (const tax of [
    { treatment: 'exempt' },
    { treatment: 'reverse-charge', reference: ' ' },
    { treatment: 'standard', reference: 'EX-1' },
    { treatment: 'none' },
  ]) {
    expect((await owen.call('PUT', path, tax)).status).toBe(422)
  }
  const unknown = '/users/tax/nobody@example.com'
  expect((await owen.call('PUT', unknown, { treatment: 'standard' })).status).toBe(404)
})

test('an exception needs a verified e-mail, which somebody else may have registered with', async () => {
  const shop = await openTestShop()
  const [owen, jane] = [await signUpAdmin(shop), await signUpUnverified(shop)]
  const path = `/users/tax/${jane.email}`
  for (const treatment of ['exempt', 'reverse-charge']) {
    const refused = await owen.call('PUT', path, { treatment, reference: 'EX-42' })
    expect(refused).toMatchObject({ status: 409, body: { code: 'email-not-verified' } })
  }
  expect((await owen.call('PUT', path, { treatment: 'standard' })).status).toBe(200)
})

test('a deleted user leaves no certificate behind', async () => {
  const shop = await openTestShop()
  const [owen, jane] = [await signUpAdmin(shop), await signUp(shop)]
  await owen.call('PUT', `/users/tax/${jane.email}`, { treatment: 'exempt', reference: 'EX-42' })
  expect((await owen.call('DELETE', `/users/${jane.email}`)).status).toBe(200)
  const references = await shop.db.selectFrom('account').select('taxReference').execute()
  expect(references.every(({ taxReference }) => taxReference === null)).toBe(true)
})
