import { expect, test } from 'vitest'
import { buy } from '#server/testing/orders.ts'
import { addProduct } from '#server/testing/products.ts'
import { contactEmail, openTestShop } from '#server/testing/test-shop.ts'
import { signUp, signUpAdmin } from '#server/testing/users.ts'
import { recordMiss } from '#shop/search/synonyms/search-misses.server.ts'
import { queueWeeklyMail } from './weekly-mail.server.ts'

const DAY_MS = 86_400_000

test('the owner gets one mail a week, of several processes, and none without the tick', async () => {
  const { db } = await openTestShop()
  const count = async () => (await db.selectFrom('outgoingMail').select('template').execute()).length
  // A Sunday evening in New York, then its Monday.
  const sunday = new Date('2099-03-09T03:30:00Z')
  const monday = new Date('2099-03-09T04:30:00Z')
  const run = (now: Date) => queueWeeklyMail(db, 'America/New_York', now)
  await run(new Date())
  await run(sunday)
  expect(await count()).toBe(1)
  await run(sunday)
  expect(await count()).toBe(1)
  await Promise.all([run(monday), run(monday), run(monday)])
  expect(await count()).toBe(2)
  expect(
    (await db.selectFrom('outgoingMail').select('content').orderBy('id', 'desc').execute())[0],
  ).toMatchObject({ content: { until: '2099-03-09T04:00:00.000Z' } })
  await db.updateTable('brand').set({ weeklyMail: false }).execute()
  await run(new Date(monday.getTime() + 7 * DAY_MS))
  expect(await count()).toBe(2)
})

test('the mail tells of orders and searches without result, and an empty week of nothing', async () => {
  const shop = await openTestShop()
  const { db } = shop
  const nextWeek = new Date(Date.now() + 7 * DAY_MS)
  await queueWeeklyMail(db, 'UTC', nextWeek)
  expect(await shop.readMails()).toEqual([])
  await db.updateTable('brand').set({ weeklyMailedOn: '2020-01-06' }).execute()
  const owen = await signUpAdmin(shop)
  await owen.call('PUT', '/brand', { weeklyMail: true })
  await buy(await signUp(shop), await addProduct(db))
  await recordMiss(db, 'left-handed screwdriver')
  await queueWeeklyMail(db, 'UTC', nextWeek)
  const mail = (await shop.readMails()).find(({ to }) => to === contactEmail)
  expect(mail?.subject).toMatch(/^The week to .*: 1 order and \$0\.00 net of invoices$/)
  expect(mail?.text).toContain('Searched, not found: left-handed screwdriver, once')
})
