import { expect, test } from 'vitest'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { signUp, signUpAdmin, signUpUnverified } from '#server/testing/users.ts'

async function openWithUsers() {
  const shop = await openTestShop()
  const owen = await signUpAdmin(shop)
  const [jane, rita] = [await signUp(shop), await signUp(shop)]
  const rows = await shop.db.selectFrom('account').select(['id', 'email']).execute()
  const idOf = ({ email }: { email: string }) => rows.find((row) => row.email === email)?.id ?? ''
  const users = [idOf(jane), idOf(rita)]
  const change = (json: object) => owen.call('PUT', '/customers', { users, ...json })
  return { shop, owen, jane, rita, users, change }
}

const audited = async ({ db }: TestShop, action: string) =>
  (
    await db
      .selectFrom('auditEntry')
      .select('subject')
      .where('action', '=', action as 'tax-changed')
      .execute()
  ).length

test('selected users join a company, get a tax, or their companies a group, each audited', async () => {
  const { shop, owen, users, change } = await openWithUsers()
  const exempt = { treatment: 'exempt', reference: 'EX-1' }
  expect((await change({ tax: exempt })).body).toEqual({ count: 2 })
  expect(await audited(shop, 'tax-changed')).toBe(2)
  const { body: company } = await owen.call('POST', '/companies', { name: 'Anvil Works' })
  expect((await change({ company: company._id })).status).toBe(200)
  expect(await audited(shop, 'member-added')).toBe(2)
  const { body: group } = await owen.call('POST', '/customer-groups', { name: 'Resellers' })
  const seen = { [company._id]: 1 }
  expect((await change({ group: { _id: group._id, seen } })).status).toBe(200)
  const changed = (await owen.call('GET', `/companies/${company._id}`)).body
  // Once, though both belong to it.
  expect(changed).toMatchObject({ group: { name: 'Resellers' }, version: 2 })
  expect(await audited(shop, 'company-changed')).toBe(1)
  const { body: figures } = await owen.call('GET', `/customers?ids=${users}`)
  const listed = { company: { id: company._id, name: 'Anvil Works', version: 2 } }
  expect(figures).toMatchObject([listed, listed])
  // The list was read before another change.
  const stale = await change({ group: { _id: null, seen } })
  expect(stale.status).toBe(409)
  expect(stale.body.message).toMatch(/^Anvil Works: The company was changed in the meantime/)
})

test('one who can’t be changed is named, and nobody is', async () => {
  const { shop, owen, jane, rita, users, change } = await openWithUsers()
  const { body: company } = await owen.call('POST', '/companies', { name: 'A', member: rita.email })
  const { body: other } = await owen.call('POST', '/companies', { name: 'B' })
  for (const [json, why] of [
    [{ company: other._id }, 'belongs to another company'],
    [{ tax: { treatment: 'standard' } }, 'taxed as a member of a company'],
  ] as const) {
    const { status, body } = await change(json)
    expect([status, body.message]).toEqual([409, expect.stringContaining(why)])
    expect(body.message).toContain(rita.email)
  }
  const grouped = await change({ group: { _id: null, seen: { [company._id]: 1 } } })
  expect(grouped.body.message).toContain(`(${jane.email}): Only companies are in groups`)
  expect((await change({ company: '' })).body.message).toBe('Choose a company')
  const newcomer = await signUpUnverified(shop)
  const { id } = await shop.db
    .selectFrom('account')
    .select('id')
    .where('email', '=', newcomer.email)
    .executeTakeFirstOrThrow()
  const exempt = { treatment: 'exempt', reference: 'EX-1' }
  const refused = await owen.call('PUT', '/customers', { users: [users[0], id], tax: exempt })
  expect(refused.body.message).toContain(`(${newcomer.email}): This user hasn’t confirmed`)
  const unknown = [users[0], '00000000-0000-7000-8000-000000000000']
  const missed = await owen.call('PUT', '/customers', { users: unknown, tax: exempt })
  expect([missed.status, missed.body.message]).toEqual([404, `${unknown[1]}: User not found.`])
  expect((await change({})).status).toBe(422)

  expect((await owen.call('GET', `/companies/${other._id}`)).body.members).toEqual([])
  expect((await owen.call('GET', `/customers/${users[0]}`)).body.tax.treatment).toBe('standard')
  expect(await audited(shop, 'tax-changed')).toBe(0)
})
