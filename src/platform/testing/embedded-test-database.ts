import { openAsBlob } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import pg from 'pg'
import { inject } from 'vitest'
import { APPLICATION_NAME, collectOwnChanges } from '#platform/database/change-notices.server.ts'
import { createReset } from './database-reset.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** An archive of a migrated database's files. */
    embeddedFiles: string
  }
}

type Shared = { pglite: PGlite; reset: (pglite: PGlite) => Promise<boolean> }

// Starting takes half a second, so all tests of a worker process share one.
let shared: Shared | undefined
let inUse = false

/** Returns the worker's embedded database, migrated and emptied. A new one when a test changed the schema. */
export async function openEmptyEmbedded() {
  if (inUse) throw new Error('Only one test database at a time: the previous one is still open')
  inUse = true
  const pglite = (shared && (await emptied(shared))) ?? (await openShared())
  const pool = new pg.Pool({ ...createPgConfig(pglite), max: 1 })
  const ownChanges = collectOwnChanges(pool)
  await pool.query(`set application_name = ${APPLICATION_NAME}`)
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

async function emptied({ pglite, reset }: Shared): Promise<PGlite | undefined> {
  await pglite.exec('rollback')
  await pglite.exec('discard all')
  if (await reset(pglite)) return pglite
  await pglite.close()
}

async function openShared(): Promise<PGlite> {
  const pglite = await PGlite.create({
    dataDir: 'memory://',
    extensions: { pg_trgm },
    loadDataDir: await openAsBlob(inject('embeddedFiles')),
  })
  shared = { pglite, reset: await createReset(pglite) }
  return pglite
}
