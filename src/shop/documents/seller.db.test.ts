import { expect, test } from 'vitest'
import { readSettings } from '#platform/settings/settings.server.ts'
import { createTestDatabase } from '#platform/testing/database.ts'
import { findSeller, sellerOf, writeSeller } from './seller.server.ts'

test('a seller is stored when the settings change, and earlier ones stay', async () => {
  const { db } = await createTestDatabase()
  const before = await findSeller(db)
  const seller = sellerOf(readSettings({ SELLER_NAME: 'Vise & Co', SELLER_ADDRESS: '1 Road; York' }))
  await writeSeller(db, seller)
  await writeSeller(db, seller)
  const rows = await db.selectFrom('seller').select('since').orderBy('since').execute()
  expect(rows).toHaveLength(2)
  expect(await findSeller(db)).toEqual({ ...seller, name: 'Vise & Co', address: '1 Road\nYork' })
  expect(await findSeller(db, new Date(Date.now() - 60_000))).toEqual(before)
})
