import { expect, test } from 'vitest'
import { buy } from '#server/testing/orders.ts'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop, shopUrl } from '#server/testing/test-shop.ts'
import { signUp, signUpAdmin } from '#server/testing/users.ts'
import { findLegalPage, renderStalePages } from './legal-pages.server.ts'

test('an order keeps the version of the terms that it was placed under', async () => {
  const shop = await openTestShop()
  const [owen, jane] = [await signUpAdmin(shop), await signUp(shop)]
  const product = await addProduct(shop.db, { quantity: 1000 })
  const save = (body: string, version: number) => owen.call('PUT', '/pages/terms', { body, version })
  const termsOfNewOrder = async () => {
    const { orderId } = await buy(jane, product)
    return (await jane.call('GET', `/orders/${orderId}`)).body.termsVersion
  }
  expect(await termsOfNewOrder()).toBeUndefined()
  expect((await save('## Payment\n\nNet 30.', 0)).body).toMatchObject({ slug: 'terms', version: 1 })
  const { orderId: first } = await buy(jane, product)
  await save('## Payment\n\nNet 14.', 1)
  expect(await termsOfNewOrder()).toBe(2)
  expect((await jane.call('GET', `/orders/${first}`)).body.termsVersion).toBe(1)
  await save('', 2)
  expect(await termsOfNewOrder()).toBeUndefined()
  await save('Net 7.', 3)
  expect(await termsOfNewOrder()).toBe(4)
})

test('every version stays, also of a page that was taken back, and each is audited', async () => {
  const shop = await openTestShop()
  const owen = await signUpAdmin(shop)
  const save = (body: string, version: number) => owen.call('PUT', '/pages/privacy', { body, version })
  const inSitemap = async () =>
    (await (await shop.app.request(`${shopUrl}/sitemap.xml`)).text()).includes('/pages/privacy')
  expect([await inSitemap(), (await owen.call('GET', '/pages')).body]).toEqual([false, []])
  await save('We keep orders.', 0)
  expect(await inSitemap()).toBe(true)
  await save('', 1)
  expect(await inSitemap()).toBe(false)
  // Undo.
  await save('We keep orders.', 2)
  expect((await owen.call('GET', '/pages')).body).toEqual([
    { slug: 'privacy', version: 3, body: 'We keep orders.', savedAt: expect.any(String) },
  ])
  const stored = await shop.db
    .selectFrom('legalPage')
    .select(['version', 'body', 'savedBy'])
    .orderBy('version')
    .execute()
  const bodies = ['We keep orders.', '', 'We keep orders.']
  expect(stored).toEqual(bodies.map((body, index) => ({ version: index + 1, body, savedBy: owen.email })))
  const entries = await shop.db
    .selectFrom('auditEntry')
    .select(['actor', 'subject'])
    .where('action', '=', 'page-saved')
    .orderBy('id')
    .execute()
  expect(entries).toEqual(
    [1, 2, 3].map((version) => ({ actor: owen.email, subject: `privacy, version ${version}` })),
  )
})

test('of editors who save at once, one saves, and the others are told', async () => {
  const shop = await openTestShop()
  const owen = await signUpAdmin(shop)
  const save = (body: string, version: number) => owen.call('PUT', '/pages/imprint', { body, version })
  const answers = await Promise.all(['a', 'b', 'c'].map((body) => save(body, 0)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect((await save('later', 0)).body.code).toBe('stale-page')
  expect((await save('ahead', 7)).status).toBe(409)
  expect((await save('b'.repeat(40_001), 1)).status).toBe(422)
  expect((await owen.call('PUT', '/pages/cookies', { body: 'x', version: 0 })).status).toBe(404)
})

test('a page that an earlier release has saved is rendered, and then read without its text', async () => {
  const { db } = await openTestShop()
  const row = { slug: 'terms', version: 1, body: '**Old** text', savedBy: 'owen@shop.example' }
  await db.insertInto('legalPage').values(row).execute()
  const html = async () => (await findLegalPage(db, 'terms'))?.html
  expect(await html()).toBe('<p><strong>Old</strong> text</p>')
  await renderStalePages(db)
  await db.updateTable('legalPage').set({ body: 'not read' }).execute()
  expect(await html()).toBe('<p><strong>Old</strong> text</p>')
})
