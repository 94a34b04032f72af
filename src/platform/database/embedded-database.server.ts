import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import pg from 'pg'
import { unwritable } from '#platform/data-dir.server.ts'
import { StartupError } from '#platform/startup-error.ts'
import { APPLICATION_NAME, collectOwnChanges, type OwnChanges } from './change-notices.server.ts'
import { createDiskSpaceGuard, hasLowSpace } from './disk-space-guard.server.ts'
import { createHangWatchdog } from './hang-watchdog.server.ts'
import { PrivateNodeFs } from './private-node-fs.server.ts'

// There is only one connection; waiting this long means that another statement is far too slow.
const CONNECTION_TIMEOUT_MS = 10_000
const MOST_MS_WITHOUT_A_TURN = 2
const MAINTENANCE_LIMIT_MS = 30 * 60_000

export type EmbeddedDatabase = {
  pool: pg.Pool
  ownChanges: OwnChanges
  /** Runs work with long statements. */
  maintenance: <Result>(work: () => Promise<Result>) => Promise<Result>
  close: () => Promise<void>
}

/**
 * Opens the embedded PostgreSQL in `dataDir` and creates it if absent. A statement that takes longer
 * than `hangLimitMs` ends this process. Throws a StartupError when another process uses the folder,
 * it is not writable or its disk is full.
 */
export async function openEmbedded(
  dataDir: string,
  hangLimitMs = 30_000,
): Promise<EmbeddedDatabase> {
  const lock = lockDataDir(dataDir)
  const pglite = await createPglite(dataDir).catch((error: unknown) => {
    lock.close()
    throw error
  })
  const watchdog = createHangWatchdog(dataDir, hangLimitMs)
  const letOthersRun = createTurns()
  const watched = {
    waitReady: pglite.waitReady,
    execProtocolStream: async (...given: Parameters<PGlite['execProtocolStream']>) => {
      await letOthersRun()
      return watchdog.watch(() => pglite.execProtocolStream(...given))
    },
  } as PGlite
  const pool = new pg.Pool({
    ...createPgConfig(watched),
    max: 1,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    Client: guardedClient(createDiskSpaceGuard(dataDir)),
  })
  const ownChanges = collectOwnChanges(pool)
  // The only session lasts as long as the process.
  await pool.query(`set application_name = ${APPLICATION_NAME}`)
  let running = 0
  return {
    pool,
    ownChanges,
    maintenance: async (work) => {
      if (running++ === 0) watchdog.setLimit(MAINTENANCE_LIMIT_MS)
      try {
        return await work()
      } finally {
        if (--running === 0) watchdog.setLimit(hangLimitMs)
      }
    },
    close: async () => {
      await pool.end()
      await watchdog.watch(() => pglite.close())
      await watchdog.stop()
      lock.close()
    },
  }
}

async function createPglite(dataDir: string): Promise<PGlite> {
  try {
    return await PGlite.create({
      fs: new PrivateNodeFs(join(dataDir, 'postgresql')),
      extensions: { pg_trgm },
      // PGlite's default of 128 MB would double the memory of the process.
      startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'],
    })
  } catch (error) {
    if (hasLowSpace(dataDir)) throw new StartupError(diskFull(dataDir))
    throw error
  }
}

/**
 * Returns a function that waits for the event loop to turn when it has not for a few milliseconds.
 * Statements run in this thread, one after the other, and Node accepts only one connection each turn:
 * without pauses, new visitors wait for minutes while the shop is busy.
 */
function createTurns(): () => Promise<void> | undefined {
  let turnedAt = 0
  return () => {
    if (performance.now() - turnedAt < MOST_MS_WITHOUT_A_TURN) return undefined
    return new Promise((resolve) =>
      setImmediate(() => {
        turnedAt = performance.now()
        resolve()
      }),
    )
  }
}

/** The startup error message for a full disk. */
export function diskFull(dataDir: string): string {
  return `The disk of DATA_DIR ${dataDir} is full: free at least 100 MB, then start the shop again.`
}

/** A client that calls `guard` before each statement. */
function guardedClient(guard: (statement: string) => void): typeof pg.Client {
  return class extends pg.Client {
    // biome-ignore lint/suspicious/noExplicitAny: the base method has nine overloads
    override query(...given: any[]): any {
      const [query, ...others] = given
      try {
        guard(typeof query === 'string' ? query : (query?.text ?? ''))
      } catch (error) {
        const callback = others.find((one) => typeof one === 'function')
        return callback ? process.nextTick(callback, error) : Promise.reject(error)
      }
      return super.query(...(given as Parameters<pg.Client['query']>))
    }
  }
}

/**
 * Locks DATA_DIR with an empty SQLite database: Node has no file locks, and the operating system
 * releases SQLite's lock when the process ends for any reason.
 */
function lockDataDir(dataDir: string): DatabaseSync {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    const lock = new DatabaseSync(join(dataDir, 'lock'))
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
    return lock
  } catch (error) {
    const isTaken = error instanceof Error && error.message === 'database is locked'
    if (!isTaken) throw unwritable(dataDir, error)
    throw new StartupError(
      `DATA_DIR ${dataDir} is in use by another running shop: stop it, or set DATA_DIR to another folder.`,
    )
  }
}
