import { writeFileSync } from 'node:fs'
import { sql } from 'kysely'
import { onTestFinished, test, vi } from 'vitest'
import { seedDemo } from '#operations/seed/seed-demo.server.ts'
import { createTestDatabase } from '#platform/testing/database.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { addCustomers } from './demo-customers.ts'
import { planHabits } from './demo-habits.ts'
import { findSoldTools, planOrders } from './demo-orders.ts'
import { installClock, setClock } from './fake-clock.ts'
import { rowsOfBusiness } from './rows-of-business.ts'
import { DAY_MS, Timeline } from './timeline.ts'

/** How far the business goes back. */
const DAYS = 90

const noImages = {
  store: async () => ({ url: `/media/${'a'.repeat(32)}.webp` }),
  has: async () => true,
  read: async () => null,
}
const admin = { id: crypto.randomUUID(), email: 'admin@forgewell.example' }

// A shop of the tests trades by its API, so every row obeys the rules; its last check is that of all invariants.
test('the business of the demo is made', async () => {
  const end = new Date('2026-11-28T22:00:00Z')
  const start = new Date(end.getTime() - DAYS * DAY_MS)
  // Before any id is made, because ids hold their time.
  vi.useFakeTimers({ toFake: ['Date'], now: start })
  onTestFinished(() => void vi.useRealTimers())
  const database = await createTestDatabase({ mayHaveSimulators: true })
  const { db } = database
  await installClock(db)
  const shop = await openTestShop(database)
  const trusted = { name: 'Forgewell Admin', role: 'admin', emailVerified: true }
  await db
    .insertInto('account')
    .values({ ...admin, ...trusted })
    .execute()
  await seedDemo(db, noImages)
  // What orders copy of a product is replaced by that of the shop that the rows go to.
  await sql`update product set image = 'image:' || sku`.execute(db)
  await setClock(shop, start)
  const timeline = new Timeline(shop, { start, end })
  const owner = timeline.admit(admin)
  const buyers = await addCustomers(timeline, owner)
  const trade = { owner, buyers, tools: await findSoldTools(timeline) }
  planOrders(timeline, trade)
  await planHabits(timeline, trade)
  await timeline.run()
  writeFileSync('db/seed/business.json', await rowsOfBusiness(db, admin.id, end))
})
