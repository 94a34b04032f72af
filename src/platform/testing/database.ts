import type pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { createDb, type Db } from '#platform/database/database.server.ts'
import { openMigrated } from './postgres-test-database.ts'

export type TestDatabase = {
  db: Db
  pool: pg.Pool
  /** Its URL, for other processes. */
  url: string
}

/**
 * Creates a migrated, empty database for the current test and closes it afterwards. `mayHaveSimulators`
 * leaves the empty schemas of the simulators, which saves a demo the time to create them.
 */
export async function createTestDatabase({ mayHaveSimulators = false } = {}): Promise<TestDatabase> {
  const { pool, url, close } = await openMigrated(inject('testServer'), { mayHaveSimulators })
  onTestFinished(close)
  return { db: createDb(pool), pool, url }
}
