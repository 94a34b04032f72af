import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import type { Db } from '#platform/database/database.server.ts'
import { buy } from '#server/testing/orders.ts'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { type Person, signUp, signUpAdmin, signUpUnverified } from '#server/testing/users.ts'

/** Adds users without logins: `user-0@example.com` and so on, the last one the newest. */
async function addUsers(db: Db, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => ({
    id: uuidv7(),
    email: `user-${index}@example.com`,
    name: `User ${index}`,
  }))
  await db.insertInto('account').values(rows).execute()
}

const emails = (users: { email: string }[]) => users.map(({ email }) => email)

test('the user list streams all users, newest first', async () => {
  const shop = await openTestShop()
  const owen = await signUpAdmin(shop)
  await addUsers(shop.db, 1001)
  const { status, body } = await owen.call('GET', '/users')
  expect(status).toBe(200)
  expect(body).toHaveLength(1002)
  expect(body[0]).toEqual({
    _id: expect.any(String),
    email: 'user-1000@example.com',
    emailVerified: false,
    name: 'User 1000',
    displayName: 'User 1000',
    phone: '',
    country: '',
    city: '',
    region: '',
    postcode: '',
    address: '',
    company: '',
    taxId: '',
    imgURL: null,
    role: null,
  })
  expect(body.at(-1)).toMatchObject({ email: owen.email, role: 'admin' })
  expect(new Set(emails(body)).size).toBe(1002)
})

test('the user list is paged and counted', async () => {
  const shop = await openTestShop()
  const owen = await signUpAdmin(shop)
  await addUsers(shop.db, 5)
  const page = async (page: number) => {
    const { body } = await owen.call('GET', `/users?size=2&page=${page}`)
    return emails(body)
  }
  expect(await page(0)).toEqual(['user-4@example.com', 'user-3@example.com'])
  expect(await page(2)).toEqual(['user-0@example.com', owen.email])
  expect(await page(3)).toEqual([])
  expect((await owen.call('GET', '/usersCount')).body).toEqual({ count: 6 })
  expect((await owen.call('GET', '/users?size=0')).status).toBe(400)
})

test('distant pages are the same from the nearer end', async () => {
  const shop = await openTestShop()
  const owen = await signUpAdmin(shop)
  await addUsers(shop.db, 2600)
  const all = emails((await owen.call('GET', '/users')).body)
  expect(all).toHaveLength(2601)
  for (const [size, page] of [
    [100, 20],
    [100, 25],
    [100, 26],
    [100, 27],
    [1000, 2],
    [7, 300],
    [7, 371],
  ] as const) {
    const { body } = await owen.call('GET', `/users?size=${size}&page=${page}`)
    const rows = all.slice(size * page, size * (page + 1))
    expect([size, page, emails(body)]).toEqual([size, page, rows])
  }
})

test('the search matches word prefixes of name and e-mail', async () => {
  const shop = await openTestShop()
  const owen = await signUpAdmin(shop)
  const accounts = [
    ['Marta Lindqvist', 'marta.l@forge.example'],
    ["Seán O'Brien-Li", 'sob_99@anvil.example'],
    ['李 小龙', 'bruce@dragon.example'],
  ]
  for (const [name = '', email = ''] of accounts) {
    await shop.db.insertInto('account').values({ id: uuidv7(), name, email }).execute()
  }
  const found = async (search: string) => {
    const query = `search=${encodeURIComponent(search)}`
    const { body } = await owen.call('GET', `/users?size=10&page=0&${query}`)
    const count = await owen.call('GET', `/usersCount?${query}`)
    expect(count.body.count).toBe(body.length)
    expect((await owen.call('GET', `/users?${query}`)).body).toEqual(body)
    return emails(body)
  }
  expect(await found('MARTA')).toEqual(['marta.l@forge.example'])
  expect(await found('lind')).toEqual(['marta.l@forge.example'])
  expect(await found('forge.example')).toEqual(['marta.l@forge.example'])
  expect(await found('marta.l@forge.example')).toEqual(['marta.l@forge.example'])
  expect(await found("o'brien")).toEqual(['sob_99@anvil.example'])
  expect(await found('li')).toEqual(['sob_99@anvil.example', 'marta.l@forge.example'])
  expect(await found('sob_9')).toEqual(['sob_99@anvil.example'])
  expect(await found('小')).toEqual(['bruce@dragon.example'])
  expect(await found('indqvist')).toEqual([])
  expect(await found('marta anvil')).toEqual([])
  expect(await found('  ')).toHaveLength(4)
  for (const odd of ["'", '!!', ':*', "a' | 'b", '\\', '<->', '(a', '%']) await found(odd)
  expect(await found("zz' | 'marta")).toEqual([])
})

test('promoting an existing user is idempotent and audited', async () => {
  const shop = await openTestShop()
  const [owen, jane] = [await signUpAdmin(shop), await signUp(shop)]
  const promote = () => owen.call('PUT', `/users/admin/${jane.email.toUpperCase()}`)
  expect(await promote()).toMatchObject({ status: 200, body: { email: jane.email, role: 'admin' } })
  expect(await promote()).toMatchObject({ status: 200, body: { role: 'admin' } })
  expect((await jane.call('GET', '/users')).status).toBe(200)
  const missing = await owen.call('PUT', '/users/admin/nobody@example.com')
  expect(missing).toMatchObject({ status: 404, body: { code: 'no-such-user' } })
  const entries = await shop.db
    .selectFrom('auditEntry')
    .selectAll()
    .where('action', '=', 'role-changed')
    .execute()
  expect(entries).toMatchObject([{ actor: owen.email, subject: jane.email }])
})

test('a user without a verified e-mail is listed as such and is not promoted', async () => {
  const shop = await openTestShop()
  const [owen, squatter] = [await signUpAdmin(shop), await signUpUnverified(shop)]
  const { body } = await owen.call('GET', '/users?size=10&page=0')
  expect(body).toMatchObject([
    { email: squatter.email, emailVerified: false },
    { email: owen.email, emailVerified: true },
  ])
  const refused = await owen.call('PUT', `/users/admin/${squatter.email}`)
  expect(refused).toMatchObject({ status: 409, body: { code: 'email-not-verified' } })
  expect((await squatter.call('GET', '/users')).status).toBe(403)
  expect((await squatter.call('GET', `/users/${squatter.email}`)).body).not.toHaveProperty('emailVerified')
  const trusted = shop.db.updateTable('account').set({ role: 'admin' })
  await expect(trusted.where('email', '=', squatter.email).execute()).rejects.toThrow(
    'account_trusted_once_verified',
  )
})

test('a buyer cannot promote anyone, including themselves', async () => {
  const shop = await openTestShop()
  const jane = await signUp(shop)
  expect((await jane.call('PUT', `/users/admin/${jane.email}`)).status).toBe(403)
  expect((await jane.call('DELETE', `/users/${jane.email}`)).status).toBe(403)
  expect((await jane.call('GET', `/users/${jane.email}`)).body.role).toBeNull()
})

test('a demoted admin has no admin rights with an earlier token', async () => {
  const shop = await openTestShop()
  const [owen, jane] = [await signUpAdmin(shop), await signUp(shop)]
  await shop.db.updateTable('account').set({ role: 'buyer' }).execute()
  const statuses = async ({ call }: Person) => [
    (await call('GET', '/users')).status,
    (await call('PUT', `/users/admin/${jane.email}`)).status,
    (await call('DELETE', `/users/${jane.email}`)).status,
  ]
  expect(await statuses(owen)).toEqual([403, 403, 403])
})

test('users are listed by name, and by their last order', async () => {
  const shop = await openTestShop()
  const owen = await signUpAdmin(shop)
  const [early, late] = [await signUp(shop), await signUp(shop)]
  const product = await addProduct(shop.db, { quantity: 1000 })
  for (const buyer of [late, early]) await buy(buyer, product)
  const names = ['éva', 'Zoe', 'Eva']
  for (const [at, { email }] of [early, late, owen].entries())
    await shop.db.updateTable('account').set({ name: names[at] }).where('email', '=', email).execute()
  const listed = async (sort: string) =>
    (await owen.call('GET', `/users?size=10&sort=${sort}`)).body.map(({ name }: { name: string }) => name)
  expect(await listed('name')).toEqual(['Eva', 'éva', 'Zoe'])
  expect(await listed('last-order')).toEqual(['éva', 'Zoe', 'Eva'])
  expect(await listed('newest')).toEqual(['Zoe', 'éva', 'Eva'])
  expect((await owen.call('GET', '/users?sort=age')).status).toBe(400)
})
