import { expect, test } from 'vitest'
import { openTestShop } from '#server/testing/test-shop.ts'
import { signUpAdmin } from '#server/testing/users.ts'
import { markAsOwn } from './installation.server.ts'
import { recordBackup } from './last-backup.server.ts'

test('the steps of the first day tick themselves; in the demo there are none', async () => {
  const shop = await openTestShop()
  const { db } = shop
  const owen = await signUpAdmin(shop)
  const steps = async () => (await owen.call('GET', '/dashboard/overview')).body.firstSteps
  expect(await steps()).toBeNull()
  await markAsOwn(db)
  const open = {
    logo: false,
    imprint: false,
    seller: false,
    import: false,
    order: false,
    backup: false,
    live: false,
  }
  expect(await steps()).toEqual(open)
  await db
    .updateTable('brand')
    .set({ logo: `/media/${'b'.repeat(32)}.webp` })
    .execute()
  await owen.call('PUT', '/pages/imprint', { body: 'Nora Kestrel, 12 Mill Lane', version: 0 })
  await db
    .insertInto('seller')
    .values({ details: { taxId: 'DE 811 907 980' } })
    .execute()
  await recordBackup(db, { madeAt: new Date(Date.now() + 1000).toISOString(), folder: '/backup' })
  const row = { id: crypto.randomUUID(), actor: 'operator', fileName: 'a.csv', mode: 'add' }
  await db
    .insertInto('productImport')
    .values({ ...row, makesCategories: false, status: 'applied' })
    .execute()
  expect(await steps()).toEqual({
    ...open,
    logo: true,
    imprint: true,
    seller: true,
    import: true,
    backup: true,
  })
})
