import { dirname } from 'node:path'
import { sql } from 'kysely'
import { isShopRunning } from '#operations/go-live.server.ts'
import { findAuthSecretFault, findImageFault, findShopMode } from '#operations/installation.server.ts'
import { findViolations } from '#operations/invariants.server.ts'
import { findLastBackup, findLogArchivedAt, isBackupOverdue } from '#operations/last-backup.server.ts'
import { type Backlog, readBacklog } from '#operations/shop-metrics.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { foreignSchemaText, readSchemaState } from '#platform/database/schema-state.server.ts'
import { isSpaceLow, readDiskSpace, spaceText } from '#platform/disk-space.server.ts'
import type { FileStore } from '#platform/files/file-store.server.ts'
import { findLastRounds } from '#platform/jobs/worker-lease.server.ts'
import { findUnreadRefundsSince } from '#shop/refunds/settle-lost-refunds.server.ts'
import { ago, type Check, type Finding, failure, ok, type Result, runChecks, warning } from './finding.ts'

export type DatabaseDeps = {
  mode: 'demo' | 'live'
  /** The names of this version's migrations, in their order. */
  migrations: readonly string[]
  authSecret: string | undefined
  /** Opens the images; throws when their bucket can't be reached. */
  openFiles: () => Promise<FileStore>
  readSpace?: typeof readDiskSpace
  now?: Date
}

const MAX_SHOWN = 20
const CLOCK_DAYS = 30
const MAIL_LATE_MS = 5 * 60_000
const IMPORT_LATE_MS = 30 * 60_000
/** The workers with the seconds in which each has ended a round, unless something is wrong. */
export const WORKERS = {
  'mail worker': 5 * 60,
  reconciler: 10 * 60,
  'import-reading': 30 * 60,
  'import-applying': 30 * 60,
  invariants: 2 * 3_600,
  retention: 2 * 86_400,
}

/** Checks the database and what is stored in it; of a database of another version only its schema. */
export async function examineDatabase(db: Db, deps: DatabaseDeps): Promise<Finding[]> {
  const { readSpace = readDiskSpace, now = new Date() } = deps
  const first = await runChecks([
    ['Database', () => checkServer(db)],
    ['Schema', () => checkSchema(db, deps.migrations)],
  ])
  if (first.some(({ state }) => state === 'error')) return first
  const others = await runChecks([
    ['Shop mode', () => checkMode(db, deps.mode)],
    ['AUTH_SECRET', () => checkSecret(db, deps.authSecret)],
    ['Images', () => checkImages(db, deps.openFiles)],
    ['Invariants', () => checkInvariants(db)],
    ...backlogChecks(db, now),
    ['Workers', () => checkWorkers(db, now)],
    ['Clock', () => checkClock(db, now)],
    ['Backups', () => checkBackups(db, deps.mode, now, readSpace)],
  ])
  return [...first, ...others]
}

async function checkImages(db: Db, openFiles: DatabaseDeps['openFiles']): Promise<Result> {
  const files = await openFiles()
  const fault = await findImageFault(db, files).finally(files.close)
  return fault ? failure(fault) : ok(`those of this shop, in ${files.location}`)
}

async function checkServer(db: Db): Promise<Result> {
  const { rows } = await sql<{ version: string }>`select version()`.execute(db)
  return ok(rows[0]?.version.split(' on ')[0] ?? '')
}

async function checkSchema(db: Db, known: readonly string[]): Promise<Result> {
  const state = await readSchemaState(db, known)
  switch (state.state) {
    case 'current':
      return ok('that of this version')
    case 'behind':
      return failure(`up to ${state.migration}: start the shop once, which migrates it`)
    case 'foreign':
      return failure(foreignSchemaText(state))
    case 'none':
      return failure('this database contains no shop yet: start it once with npm start')
  }
}

async function checkMode(db: Db, mode: string): Promise<Result> {
  const known = await findShopMode(db)
  if (known === undefined || known === mode) return ok(mode)
  return failure(`SHOP_MODE is ${mode}, but this database is a ${known} shop’s: set SHOP_MODE`)
}

async function checkSecret(db: Db, secret: string | undefined): Promise<Result> {
  if (secret === undefined) {
    return failure('AUTH_SECRET is not set, and DATA_DIR/secrets has none: set that of this shop')
  }
  const fault = await findAuthSecretFault(db, secret)
  return fault ? failure(fault) : ok('that of this shop')
}

async function checkInvariants(db: Db): Promise<Result> {
  const violations = await findViolations(db)
  const problems = violations.map(
    (violation) => `${violation.invariant}: ${violation.subject}: ${violation.detail}`,
  )
  const more = problems.length - MAX_SHOWN
  const lines = [...problems.slice(0, MAX_SHOWN), ...(more > 0 ? [`and ${more} more`] : [])]
  return lines.length > 0 ? failure(...lines) : ok('stock, orders and money agree')
}

function backlogChecks(db: Db, now: Date): Check[] {
  let reading: Promise<Backlog> | undefined
  const read = () => {
    reading ??= readBacklog(db)
    return reading
  }
  const state = (needsAttention: boolean) => (needsAttention ? warning : ok)
  const orders = async () => {
    const { unpaid, cancelling } = await read()
    return state(cancelling > 0)(`${unpaid} unpaid, ${cancelling} of them being cancelled`)
  }
  const refunds = async () => {
    const { refundsDue, refundsFailed } = await read()
    const counts = `${refundsDue} due, ${refundsFailed} failed`
    const unread = await findUnreadRefundsSince(db, now)
    if (!unread) return state(refundsDue > 0)(counts)
    return warning(
      counts,
      `those made on the provider’s site may be missing since ${ago(unread, now)}: the log names the payment that can’t be read`,
    )
  }
  const mails = async () => {
    const { mailsWaiting, mailsDead, oldestMail } = await read()
    const counts = `${mailsWaiting} waiting, ${mailsDead} failed`
    if (!oldestMail) return state(mailsDead > 0)(counts)
    const { createdAt, lastError } = oldestMail
    const isLate = lastError !== null || now.getTime() - createdAt.getTime() > MAIL_LATE_MS
    return state(mailsDead > 0 || isLate)(
      counts,
      `the oldest was written ${ago(createdAt, now)}: ${lastError ?? 'not tried yet'}`,
    )
  }
  const imports = async () => {
    const { importsOpen, oldestImport } = await read()
    if (!oldestImport) return ok('none is open')
    const { fileName, status, startedAt } = oldestImport
    return state(now.getTime() - startedAt.getTime() > IMPORT_LATE_MS)(
      `${importsOpen} open, the oldest is ${fileName}: ${status}, asked for ${ago(startedAt, now)}`,
    )
  }
  return [
    ['Orders', orders],
    ['Refunds', refunds],
    ['Mails', mails],
    ['Imports', imports],
  ]
}

async function checkWorkers(db: Db, now: Date): Promise<Result> {
  if (!(await isShopRunning(db))) return warning('no shop is running on this database')
  const rounds = await findLastRounds(db)
  const lines: string[] = []
  let isLate = false
  for (const [worker, seconds] of Object.entries(WORKERS)) {
    const last = rounds.get(worker)
    isLate ||= !last || now.getTime() - last.getTime() > seconds * 1000
    lines.push(`${worker}: ${last ? `last round ${ago(last, now)}` : 'no round has ended yet'}`)
  }
  return isLate ? warning(...lines, 'see the log for errors') : ok(...lines)
}

/** Looks for invoices that the clock, set back, dated before the one with the number before theirs. */
async function checkClock(db: Db, now: Date): Promise<Result> {
  const { rows } = await sql<{ number: string }>`
    select invoice.number from invoice join invoice earlier
      on earlier.year = invoice.year and earlier.position = invoice.position - 1
    where invoice.issued_at > ${new Date(now.getTime() - CLOCK_DAYS * 86_400_000)}
      and earlier.issued_at > invoice.issued_at + interval '1 minute'
    order by invoice.issued_at desc limit 1`.execute(db)
  if (!rows[0]) return ok('invoices are dated in the order of their numbers')
  return warning(
    `invoice ${rows[0].number} has an earlier date than the one before it: the clock was set back`,
  )
}

async function checkBackups(db: Db, mode: string, now: Date, readSpace: typeof readDiskSpace) {
  const last = await findLastBackup(db)
  const archivedAt = await findLogArchivedAt(db)
  const archived = archivedAt
    ? [`the server archived its log ${ago(archivedAt, now)}, which needs a full backup`]
    : []
  const state = mode === 'live' && isBackupOverdue(last, now) ? warning : ok
  if (!last) return state('no full backup was recorded: npm run backup makes one', ...archived)
  const { madeAt, folder } = last
  const made = `the last full one was made ${ago(madeAt, now)} in ${folder}`
  // The folder may be on another machine.
  const space = await readSpace(dirname(folder))
  if (!space || !isSpaceLow(space)) return state(made, ...archived)
  return warning(made, ...archived, `${spaceText(space)} in ${dirname(folder)}: free space there`)
}
