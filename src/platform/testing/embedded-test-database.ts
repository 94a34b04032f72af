import { openAsBlob } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import pg from 'pg'
import { inject } from 'vitest'
import { APPLICATION_NAME, collectOwnChanges } from '#platform/database/change-notices.server.ts'
import { createDb } from '#platform/database/database.server.ts'
import { migrate } from '#platform/database/migrations.server.ts'
import { createReset } from './database-reset.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** An archive of a new database's files. */
    embeddedFiles: string
  }
}

// Starting takes half a second, so all tests of a worker process share one.
let shared: Promise<PGlite> | undefined
let reset: ((pglite: PGlite) => Promise<boolean>) | undefined
let inUse = false

/** Returns the worker's embedded database, emptied, and migrated if it is new or its schema changed. */
export async function openEmptyEmbedded() {
  if (inUse) throw new Error('Only one test database at a time: the previous one is still open')
  shared ??= openShared()
  const pglite = await shared
  await pglite.exec('rollback')
  await pglite.exec('discard all')
  const isEmptied = (await reset?.(pglite)) ?? false
  if (!isEmptied) await wipe(pglite)
  const pool = new pg.Pool({ ...createPgConfig(pglite), max: 1 })
  const ownChanges = collectOwnChanges(pool)
  await pool.query(`set application_name = ${APPLICATION_NAME}`)
  if (!isEmptied) {
    await migrate(createDb(pool))
    reset = await createReset(pglite)
  }
  inUse = true
  return {
    pool,
    ownChanges,
    url: undefined,
    close: async () => {
      await pool.end()
      inUse = false
    },
  }
}

async function openShared(): Promise<PGlite> {
  return PGlite.create({
    dataDir: 'memory://',
    loadDataDir: await openAsBlob(inject('embeddedFiles')),
  })
}

/** Drops all schemas except the system's. */
async function wipe(pglite: PGlite): Promise<void> {
  const { rows } = await pglite.query<{ name: string }>(
    `select quote_ident(nspname) as name from pg_namespace
     where nspname !~ '^pg_' and nspname <> 'information_schema'`,
  )
  const schemas = rows.map(({ name }) => name).join(', ')
  await pglite.exec(`drop schema ${schemas} cascade; create schema public`)
}
