import { execFile } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type pg from 'pg'
import { serverUser } from '#platform/database/embedded/server-programs.server.ts'
import { requirePostgresBinaries } from '#platform/testing/postgres-binaries.ts'
import type { Environment } from '#prove/environment/environment.ts'
import { openServer, type ServerEnvironment } from '#prove/environment/postgresql-environment.ts'
import { until } from '#prove/waiting.ts'

const DEPLOY = join(import.meta.dirname, '../../deploy')
/** The archive's folder in the files of deploy/. */
const WAL = '/var/backups/postgresql/wal'
/** Twice the archive_timeout. */
const ARCHIVE_LIMIT_MS = 120_000
const RECOVER_LIMIT_MS = 60_000

/** A folder with an archive of a server's log, a base backup, and copies of the shop's files. */
export type Archive = {
  folder: string
  /** The settings of a server that archives its log here. */
  archiveConfig: string
  /** Makes the base backup of the running server, and checks it. */
  backUp: (databaseUrl: string) => Promise<void>
  /** Copies images and secrets, as far as they are new. */
  copyFiles: (dataDir: string) => Promise<void>
  /** Waits until the log is archived as far as the server has written it now. */
  untilArchived: (environment: Environment, isShort: boolean) => Promise<void>
  /** Starts another server with the database as it was at a moment, and a data folder with the copied files. */
  restore: (moment: string) => Promise<ServerEnvironment>
}

/** Creates an archive in a temporary folder that is removed on exit, with the commands of docs/operations/server.md. */
export async function createArchive(): Promise<Archive> {
  const folder = mkdtempSync(join(tmpdir(), 'forgewell-archive-'))
  const programs = requirePostgresBinaries()
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const user = serverUser(join(folder, 'data'))
  if (user) chownSync(folder, user.uid, user.gid)
  chmodSync(folder, 0o755)
  const [wal, base, files] = [join(folder, 'wal'), join(folder, 'base'), join(folder, 'files')]
  const asServer = (program: string, args: string[]) =>
    promisify(execFile)(program, args, { ...user, cwd: folder })
  const run = promisify(execFile)
  const settings = (file: string) => readFileSync(join(DEPLOY, file), 'utf8').replaceAll(WAL, wal)
  await asServer('mkdir', [wal])
  await run('mkdir', [files])
  return {
    folder,
    archiveConfig: settings('postgresql-archive.conf'),
    backUp: async (databaseUrl) => {
      const source = `--dbname=${databaseUrl}`
      await asServer(join(programs, 'pg_basebackup'), [source, '--checkpoint=fast', `--pgdata=${base}`])
      await asServer(join(programs, 'pg_verifybackup'), ['--exit-on-error', base])
    },
    copyFiles: async (dataDir) => {
      const sources = ['media', 'secrets'].map((name) => join(dataDir, name))
      await run('cp', ['--archive', '--update', ...sources, files])
    },
    untilArchived: async ({ query }, isShort) => {
      // The short form does not wait for archive_timeout.
      const position = isShort ? 'pg_switch_wal()' : 'pg_current_wal_insert_lsn()'
      const name = await query(async (pool) => {
        const { rows } = await pool.query(`select pg_walfile_name(${position}) as name`)
        return rows[0].name as string
      })
      const isArchived = async () => existsSync(join(wal, name))
      await until(`${name} is archived`, ARCHIVE_LIMIT_MS, isArchived)
    },
    restore: async (moment) => {
      const dataDir = mkdtempSync(join(folder, 'shop-'))
      await run('cp', ['--archive', `${files}/.`, dataDir])
      const config = settings('postgresql-restore.conf').replace(
        /^recovery_target_time = .*$/m,
        `recovery_target_time = '${moment}'`,
      )
      const restored = await openServer(dataDir, { baseBackup: base, config })
      try {
        await untilWritable(restored)
        return restored
      } catch (error) {
        await restored.close()
        throw error
      }
    },
  }
}

async function untilWritable({ query }: Environment): Promise<void> {
  const isWritable = async (pool: pg.Pool) => {
    const { rows } = await pool.query('select not pg_is_in_recovery() as writable')
    return rows[0].writable as boolean
  }
  await until('the restored server is writable', RECOVER_LIMIT_MS, () => query(isWritable))
}
