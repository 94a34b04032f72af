import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { PGlite } from '@electric-sql/pglite'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import pg from 'pg'
import { StartupError } from '#platform/startup-error.ts'

/**
 * Opens the embedded PostgreSQL whose files are in `dataDir`, made when absent.
 * Throws a StartupError when another process holds the folder or it can't be written.
 */
export async function openEmbedded(
  dataDir: string,
): Promise<{ pool: pg.Pool; close: () => Promise<void> }> {
  const lock = lockDataDir(dataDir)
  const pglite = await PGlite.create({
    dataDir: join(dataDir, 'postgresql'),
    // Its own default of 128 MB of buffers would double the memory of the process.
    startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'],
  })
  const pool = new pg.Pool({ ...createPgConfig(pglite), max: 1 })
  return {
    pool,
    close: async () => {
      await pool.end()
      await pglite.close()
      lock.close()
    },
  }
}

/**
 * Node has no file locks of its own, but SQLite takes one that the operating system frees when its
 * process ends, however it ends. Nothing is ever stored in that file.
 */
function lockDataDir(dataDir: string): DatabaseSync {
  try {
    mkdirSync(dataDir, { recursive: true })
    const lock = new DatabaseSync(join(dataDir, 'lock'))
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
    return lock
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new StartupError(
      why === 'database is locked'
        ? `DATA_DIR ${dataDir} is in use by another running shop: stop that one, or give this one a DATA_DIR of its own.`
        : `DATA_DIR ${dataDir} can't be written (${why}): give this user the right to write there, or set DATA_DIR to another folder.`,
    )
  }
}
