import type pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import type { OwnChanges } from '#platform/database/change-notices.server.ts'
import { createDb, type Db } from '#platform/database/database.server.ts'
import { openEmptyEmbedded } from './embedded-test-database.ts'
import { openCopyOfTemplate } from './postgres-test-database.ts'

export type TestDatabase = {
  db: Db
  pool: pg.Pool
  /** What is changed through it. */
  ownChanges: OwnChanges
  /** Its address for another process; undefined on the embedded database. */
  url: string | undefined
}

/**
 * A migrated, empty database for the running test alone, closed by itself after it. On the embedded
 * database there is one at a time, with one connection, as in the shop itself.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('testServer')
  const { pool, ownChanges, url, close } = server
    ? await openCopyOfTemplate(server)
    : await openEmptyEmbedded()
  onTestFinished(close)
  return { db: createDb(pool), pool, ownChanges, url }
}
