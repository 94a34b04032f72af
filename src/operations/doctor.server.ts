import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { shopVersion } from '#platform/version.server.ts'
import type { CardPayments } from '#shop/payments/provider/card-payments.server.ts'
import { findViolations } from './invariants.server.ts'
import { readBacklog } from './shop-metrics.server.ts'

/** The result of one check: fine, worth a look, or wrong. `lines` are for the terminal. */
export type Finding = { about: string; state: 'well' | 'look' | 'wrong'; lines: string[] }

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
    { about: 'Version', state: 'well', lines: [`${shopVersion()}, Node ${process.versions.node}`] },
    { about: 'Database', state: 'well', lines: [rows[0]?.version.split(' on ')[0] ?? ''] },
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
    ? { about: 'Invariants', state: 'wrong', lines }
    : { about: 'Invariants', state: 'well', lines: ['stock, orders and money agree'] }
}

async function examineBacklog(db: Db): Promise<Finding[]> {
  const { unpaid, cancelling, refundsDue, refundsFailed, mailsWaiting, mailsDead } =
    await readBacklog(db)
  const lookIf = (needsAttention: boolean) => (needsAttention ? 'look' : 'well')
  return [
    {
      about: 'Orders',
      state: lookIf(cancelling > 0),
      lines: [`${unpaid} unpaid, ${cancelling} of them being cancelled`],
    },
    {
      about: 'Refunds',
      state: lookIf(refundsDue > 0),
      lines: [`${refundsDue} due, ${refundsFailed} given up`],
    },
    {
      about: 'Mails',
      state: lookIf(mailsDead > 0),
      lines: [`${mailsWaiting} waiting, ${mailsDead} given up`],
    },
  ]
}

async function examineProvider(payments: Pick<CardPayments, 'find'> | undefined): Promise<Finding> {
  const about = 'Card payments'
  if (!payments)
    return { about, state: 'well', lines: ['simulated by the shop itself while it runs'] }
  try {
    await payments.find('pi_asked_by_the_doctor')
    return { about, state: 'well', lines: ['the provider is responding'] }
  } catch (error) {
    return {
      about,
      state: 'wrong',
      lines: [error instanceof Error ? error.message : String(error)],
    }
  }
}

/** Returns the findings as a plain-text table; `ok` is false when a finding is wrong. */
export function report(findings: Finding[]): { ok: boolean; message: string } {
  const width = Math.max(...findings.map(({ about }) => about.length))
  const rows = findings.flatMap(({ about, state, lines }) =>
    lines.map((line, index) => {
      const head =
        index === 0 ? `${state.padEnd(5)}  ${about.padEnd(width)}` : ' '.repeat(width + 7)
      return `${head}  ${line}`
    }),
  )
  return { ok: findings.every(({ state }) => state !== 'wrong'), message: rows.join('\n') }
}
