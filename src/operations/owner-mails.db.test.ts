import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { buy, copyOrder } from '#server/testing/orders.ts'
import { addProduct } from '#server/testing/products.ts'
import { contactEmail, openTestShop } from '#server/testing/test-shop.ts'
import { signUp, signUpAdmin } from '#server/testing/users.ts'
import { queueOwnerMails } from './owner-mails.server.ts'

async function openMailed() {
  const shop = await openTestShop()
  const { db } = shop
  const owen = await signUpAdmin(shop)
  const jane = await signUp(shop)
  const product = await addProduct(db, { quantity: 10_000 })
  const change = (brand: object) => owen.call('PUT', '/brand', brand)
  const ago = (minutes: number) => sql<Date>`now() - make_interval(mins => ${minutes})`
  /** Places orders, some minutes ago. */
  const place = async (minutes: number, count = 1) => {
    const line = await buy(jane, product)
    const ids = Array.from({ length: count - 1 }, () => uuidv7())
    await copyOrder(db, line, ids)
    const all = [line.orderId, ...ids]
    await db
      .updateTable('orders')
      .set({ placedAt: ago(minutes) })
      .where('id', 'in', all)
      .execute()
    return line
  }
  /** The number of orders in each mail, when those until some minutes ago were mailed. */
  const tell = async (minutes?: number) => {
    if (minutes !== undefined)
      await db
        .updateTable('brand')
        .set({ ordersMailedUntil: ago(minutes) })
        .execute()
    await queueOwnerMails(db, 'UTC')
    const mails = await db
      .selectFrom('outgoingMail')
      .select(sql<number>`(content ->> 'count')::integer`.as('count'))
      .where('template', '=', 'owner-orders')
      .execute()
    await db.deleteFrom('outgoingMail').where('template', '=', 'owner-orders').execute()
    return mails.map(({ count }) => count)
  }
  return { shop, jane, change, place, tell }
}

test('the owner is told of each order, or of all in one mail when there are many', async () => {
  const { change, place, tell } = await openMailed()
  await change({ orderMails: 'each' })
  await place(5, 2)
  // Orders of before the first look.
  expect(await tell()).toEqual([])
  expect(await tell(10)).toEqual([1, 1])
  expect(await tell()).toEqual([])
  // Of the last minute.
  await place(0)
  expect(await tell(3)).toEqual([])
  await place(4, 18)
  expect(await tell(10)).toHaveLength(20)
  await place(2)
  expect(await tell(3)).toEqual([])
  expect(await tell(59)).toEqual([])
  expect(await tell(62)).toEqual([21])
})

test('an hourly mail, a daily one or none tells of the orders since the last', async () => {
  const { jane, change, place, tell } = await openMailed()
  await place(5, 2)
  const cancelled = await place(5)
  await jane.call('DELETE', `/purchase/${cancelled._id}`)
  await change({ orderMails: 'hourly' })
  expect([await tell(50), await tell(62), await tell()]).toEqual([[], [2], []])
  // The default.
  await change({ orderMails: 'daily' })
  const day = 24 * 60
  expect([await tell(day + 2), await tell()]).toEqual([[2], []])
  await change({ orderMails: 'never' })
  expect(await tell(2 * day)).toEqual([])
  await change({ orderMails: 'each' })
  expect(await tell()).toEqual([])
})

test('a mail to the owner names the orders; every mail has the greeting and the closing', async () => {
  const { shop, jane, change, place } = await openMailed()
  await change({ orderMails: 'hourly', mailGreeting: 'Good day,', mailClosing: 'Yours,\nA & B' })
  const line = await place(5, 3)
  const until = sql<Date>`now() - interval '2 hours'`
  await shop.db.updateTable('brand').set({ ordersMailedUntil: until }).execute()
  await queueOwnerMails(shop.db, 'UTC')
  const mails = await shop.readMails()
  expect(mails.map(({ to }) => to)).toEqual([contactEmail, jane.email])
  expect(mails[0]).toMatchObject({ subject: '3 new orders, $375.00 net' })
  expect(mails[0]?.text).toContain(`${line.orderNumber}: Jane Buyer`)
  for (const { html, text } of mails) {
    expect(text).toMatch(/\n\nGood day,\n\n.*\n\nYours,\nA & B\n\n/s)
    expect(html).toMatch(/Good day,<.*Yours,\nA &amp; B</s)
  }
})
