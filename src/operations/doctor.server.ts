import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { shopVersion } from '#platform/settings/settings.server.ts'
import type { CardPayments } from '#shop/payments/provider/card-payments.server.ts'
import { findViolations } from './invariants.server.ts'
import { readBacklog } from './shop-metrics.server.ts'

/** The result of one check. A warning may resolve by itself. `lines` are for the terminal. */
export type Finding = { about: string; state: 'ok' | 'warning' | 'error'; lines: string[] }

const MAX_SHOWN = 20

/**
 * Reports the version and checks the database, the invariants, the backlog and the card provider. Read-only. Without
 * `payments` the card provider is reported as simulated.
 */
export async function examine(
  db: Db,
  payments: Pick<CardPayments, 'find'> | undefined,
): Promise<Finding[]> {
  const { rows } = await sql<{ version: string }>`select version()`.execute(db)
  return [
    { about: 'Version', state: 'ok', lines: [`${shopVersion()}, Node ${process.versions.node}`] },
    { about: 'Database', state: 'ok', lines: [rows[0]?.version.split(' on ')[0] ?? ''] },
    await examineInvariants(db),
    ...(await examineBacklog(db)),
    await examineProvider(payments),
  ]
}

async function examineInvariants(db: Db): Promise<Finding> {
  const violations = await findViolations(db)
  const found = violations.map((one) => `${one.invariant}: ${one.subject}: ${one.detail}`)
  const more = found.length - MAX_SHOWN
  const lines = [...found.slice(0, MAX_SHOWN), ...(more > 0 ? [`and ${more} more`] : [])]
  return lines.length > 0
    ? { about: 'Invariants', state: 'error', lines }
    : { about: 'Invariants', state: 'ok', lines: ['stock, orders and money agree'] }
}

async function examineBacklog(db: Db): Promise<Finding[]> {
  const { unpaid, cancelling, refundsDue, refundsFailed, mailsWaiting, mailsDead } =
    await readBacklog(db)
  const warnIf = (needsAttention: boolean) => (needsAttention ? 'warning' : 'ok')
  return [
    {
      about: 'Orders',
      state: warnIf(cancelling > 0),
      lines: [`${unpaid} unpaid, ${cancelling} of them being cancelled`],
    },
    {
      about: 'Refunds',
      state: warnIf(refundsDue > 0),
      lines: [`${refundsDue} due, ${refundsFailed} failed`],
    },
    {
      about: 'Mails',
      state: warnIf(mailsDead > 0),
      lines: [`${mailsWaiting} waiting, ${mailsDead} failed`],
    },
  ]
}

async function examineProvider(payments: Pick<CardPayments, 'find'> | undefined): Promise<Finding> {
  const about = 'Card payments'
  if (!payments)
    return { about, state: 'ok', lines: ['simulated by the shop itself while it runs'] }
  try {
    await payments.find('asked_by_the_doctor')
    return { about, state: 'ok', lines: ['the provider is responding'] }
  } catch (error) {
    return {
      about,
      state: 'error',
      lines: [error instanceof Error ? error.message : String(error)],
    }
  }
}

/** Returns the findings as a plain-text table; `ok` is false when a finding is an error. */
export function report(findings: Finding[]): { ok: boolean; message: string } {
  const width = Math.max(...findings.map(({ about }) => about.length))
  const rows = findings.flatMap(({ about, state, lines }) =>
    lines.map((line, index) => {
      const head =
        index === 0 ? `${state.padEnd(7)}  ${about.padEnd(width)}` : ' '.repeat(width + 9)
      return `${head}  ${line}`
    }),
  )
  return { ok: findings.every(({ state }) => state !== 'error'), message: rows.join('\n') }
}
