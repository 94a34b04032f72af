import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#platform/testing/database.ts'
import { claimTurn, keepTurn } from './worker-lease.server.ts'

test('of ten who claim a turn at once one has it, and nobody else until it is due', async () => {
  const { db } = await createTestDatabase()
  const claimed = async () => {
    const claims = Array.from({ length: 10 }, () => claimTurn(db, 'sweeper', 60))
    return (await Promise.all(claims)).filter(Boolean).length
  }
  const letItFallDue = () =>
    db.updateTable('workerTurn').set({ nextTurnAt: sql<Date>`now()` }).execute()
  expect(await claimed()).toBe(1)
  expect(await claimed()).toBe(0)
  expect(await claimTurn(db, 'another', 60)).toBe(true)
  await letItFallDue()
  expect(await claimed()).toBe(1)

  await letItFallDue()
  await keepTurn(db, 'sweeper', 60)
  expect(await claimed()).toBe(0)
})
