import { expect, test } from 'vitest'
import { openTestShop } from '#server/testing/test-shop.ts'
import { signUpAdmin } from '#server/testing/users.ts'
import { alignListDays } from './list-days.server.ts'

test('another time zone moves no day of a price list, nor one of an earlier version', async () => {
  const shop = await openTestShop()
  const admin = await signUpAdmin(shop)
  const days = { validFrom: '2026-11-01', validUntil: '2026-11-30' }
  const list = { name: 'New', for: { everybody: true }, ...days }
  expect((await admin.call('POST', '/price-lists', list)).status).toBe(200)
  // A day of 23 hours in New York.
  const kept = {
    id: crypto.randomUUID(),
    name: 'Kept',
    validFrom: new Date('2026-03-08T05:00:00Z'),
    validUntil: new Date('2026-03-09T04:00:00Z'),
  }
  await shop.db.insertInto('priceList').values(kept).execute()
  await alignListDays(shop.db, 'America/New_York')
  const stored = () =>
    shop.db.selectFrom('priceList').select(['validFrom', 'validUntil']).orderBy('name').execute()
  const inNewYork = [
    { validFrom: kept.validFrom, validUntil: kept.validUntil },
    {
      validFrom: new Date('2026-11-01T04:00:00Z'),
      validUntil: new Date('2026-12-01T05:00:00Z'),
    },
  ]
  expect(await stored()).toEqual(inNewYork)
  const shown = async () => (await admin.call('GET', '/price-lists?size=20&page=0')).body
  const everyDay = [{ validFrom: '2026-03-08', validUntil: '2026-03-08' }, days]
  expect(await shown()).toMatchObject(everyDay)

  await admin.call('PUT', '/brand', { timeZone: 'Asia/Yangon' })
  expect(await stored()).toEqual([
    {
      validFrom: new Date('2026-03-07T17:30:00Z'),
      validUntil: new Date('2026-03-08T17:30:00Z'),
    },
    {
      validFrom: new Date('2026-10-31T17:30:00Z'),
      validUntil: new Date('2026-11-30T17:30:00Z'),
    },
  ])
  expect(await shown()).toMatchObject(everyDay)
  await admin.call('PUT', '/brand', { timeZone: '' })
  expect(await stored()).toEqual(inNewYork)
})
