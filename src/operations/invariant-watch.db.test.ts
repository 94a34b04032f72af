import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { findLastRounds } from '#platform/jobs/worker-lease.server.ts'
import { createMetrics } from '#platform/metrics.server.ts'
import { createTestDatabase } from '#platform/testing/database.ts'
import { addProduct } from '#server/testing/products.ts'
import { createInvariantWatch } from './invariant-watch.server.ts'

test('one process at a time checks the invariants, and all processes show the result', {
  tags: 'long',
}, async () => {
  const { db } = await createTestDatabase()
  await addProduct(db)
  await db.updateTable('product').set({ quantity: 99 }).execute()
  const alarms: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => alarms.push(JSON.parse(line).msg) })
  const processes = Array.from({ length: 3 }, () => {
    const metrics = createMetrics()
    return { metrics, watch: createInvariantWatch({ db, log, metrics }) }
  })
  for (const { watch } of processes) watch.start()
  onTestFinished(async () => void (await Promise.all(processes.map(({ watch }) => watch.stop()))))
  await expect.poll(() => alarms, { timeout: 20_000 }).toEqual(['1 invariants are violated'])

  // A process that starts later shows the stored result without checking.
  const metrics = createMetrics()
  const late = createInvariantWatch({ db, log, metrics })
  late.start()
  await late.stop()
  const text = await metrics.ofDatabase.metrics()
  expect(text).toContain('shop_invariant_violations 1')
  expect(alarms).toHaveLength(1)
  const turns = await findLastRounds(db)
  expect([...turns.keys()].sort()).toEqual(['invariants', 'invariants-whole'])
  expect([...turns.values()]).toEqual([expect.any(Date), expect.any(Date)])

  await db.updateTable('product').set({ quantity: 100 }).execute()
  await sql`update lease set free_at = now() where worker = 'invariants'`.execute(db)
  const next = createInvariantWatch({ db, log, metrics: createMetrics() })
  next.start()
  await next.stop()
  const { violations } = await db.selectFrom('invariantCheck').selectAll().executeTakeFirstOrThrow()
  expect(violations).toEqual([])
})
