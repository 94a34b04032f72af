import { expect, test } from 'vitest'
import { buy } from '#server/testing/orders.ts'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { signUp, signUpAdmin } from '#server/testing/users.ts'
import { LONGEST_NOTE, MAX_NOTES } from './order-note-form.ts'
import type { OrderNoteEntry } from './order-notes.server.ts'

async function openShopWithOrder() {
  const shop = await openTestShop()
  const [owen, olga, jane] = [await signUpAdmin(shop), await signUpAdmin(shop), await signUp(shop)]
  const order = await buy(jane, await addProduct(shop.db))
  const path = `/orders/${order.orderNumber}/notes`
  const notes = async (admin = owen): Promise<OrderNoteEntry[]> => (await admin.call('GET', path)).body
  return { shop, owen, olga, jane, order, path, notes }
}

test('admins note something about an order, and delete only what they wrote', async () => {
  const { shop, owen, olga, jane, order, path, notes } = await openShopWithOrder()
  const text = 'Call before delivery.\nGate 4'
  expect((await owen.call('POST', path, { text: ` ${text}\u0000 ` })).body).toMatchObject([{ text }])
  const [note] = await notes()
  expect(note).toMatchObject({ text, isMine: true, author: expect.any(String) })
  expect(await notes(olga)).toMatchObject([{ text, isMine: false }])
  expect((await jane.call('GET', path)).status).toBe(403)
  const { body: own } = await jane.call('GET', `/orders/${order.orderNumber}`)
  expect(JSON.stringify(own)).not.toContain('Gate 4')

  expect((await olga.call('DELETE', `${path}/${note?._id}`)).status).toBe(404)
  expect((await owen.call('DELETE', `${path}/${note?._id}`)).body).toEqual([])
  expect((await owen.call('DELETE', `${path}/${note?._id}`)).status).toBe(404)
  const entries = await shop.db
    .selectFrom('auditEntry')
    .select(['action', 'subject', 'actorId'])
    .where('subject', '=', order.orderNumber)
    .orderBy('id')
    .execute()
  expect(entries.map(({ action }) => action)).toEqual(['note-added', 'note-deleted'])
})

test('notes have a limit of length and number, also when many come at once', async () => {
  const { shop, owen, order, path, notes } = await openShopWithOrder()
  for (const text of ['', '  ', 'a'.repeat(LONGEST_NOTE + 1)]) {
    expect((await owen.call('POST', path, { text })).status).toBe(422)
  }
  expect((await owen.call('POST', path, { text: '🔨'.repeat(LONGEST_NOTE) })).status).toBe(200)
  const author = await shop.db.selectFrom('orderNote').select('authorId').executeTakeFirstOrThrow()
  const rows = Array.from({ length: MAX_NOTES - 3 }, (_, index) => ({
    id: crypto.randomUUID(),
    orderId: order.orderId,
    authorId: author.authorId,
    text: `Note ${index}`,
  }))
  await shop.db.insertInto('orderNote').values(rows).execute()
  const added = await Promise.all(Array.from({ length: 5 }, () => owen.call('POST', path, { text: 'Late' })))
  expect(added.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409])
  expect(await notes()).toHaveLength(MAX_NOTES)
})

test('the notes about an order are deleted with its buyer’s account', async () => {
  const { shop, owen, jane, path } = await openShopWithOrder()
  expect((await owen.call('POST', path, { text: 'Jane is away' })).status).toBe(200)
  expect((await owen.call('DELETE', `/users/${jane.email}`)).status).toBe(200)
  expect(await shop.db.selectFrom('orderNote').selectAll().execute()).toEqual([])
})
