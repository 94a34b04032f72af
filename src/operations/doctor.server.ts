import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import type { CardPayments } from '#shop/payments/card-payments.server.ts'
import { findViolations } from './invariants.server.ts'
import { readBacklog } from './shop-metrics.server.ts'

/** One thing that the doctor looked at: well, worth a look, or wrong. */
export type Finding = { about: string; state: 'well' | 'look' | 'wrong'; said: string[] }

const MOST_SHOWN = 20

/**
 * Examines a shop: its database, whether stock, orders and money agree, what waits, and the card
 * provider, unless there is none to ask from here. Changes nothing.
 */
export async function examine(
  db: Db,
  payments: Pick<CardPayments, 'find'> | undefined,
): Promise<Finding[]> {
  const { rows } = await sql<{ version: string }>`select version()`.execute(db)
  return [
    { about: 'Database', state: 'well', said: [rows[0]?.version.split(' on ')[0] ?? ''] },
    await examineInvariants(db),
    ...(await examineBacklog(db)),
    await examineProvider(payments),
  ]
}

async function examineInvariants(db: Db): Promise<Finding> {
  const violations = await findViolations(db)
  const lines = violations.map((one) => `${one.invariant}: ${one.subject}: ${one.detail}`)
  const more = lines.length - MOST_SHOWN
  const said = [...lines.slice(0, MOST_SHOWN), ...(more > 0 ? [`and ${more} more`] : [])]
  return lines.length > 0
    ? { about: 'Invariants', state: 'wrong', said }
    : { about: 'Invariants', state: 'well', said: ['stock, orders and money agree'] }
}

async function examineBacklog(db: Db): Promise<Finding[]> {
  const { unpaid, cancelling, refundsDue, mailsWaiting, mailsDead } = await readBacklog(db)
  const look = (isOdd: boolean) => (isOdd ? 'look' : 'well')
  return [
    {
      about: 'Orders',
      state: look(cancelling > 0),
      said: [`${unpaid} unpaid, ${cancelling} of them being cancelled`],
    },
    { about: 'Refunds', state: look(refundsDue > 0), said: [`${refundsDue} due`] },
    {
      about: 'Mails',
      state: look(mailsDead > 0),
      said: [`${mailsWaiting} waiting, ${mailsDead} given up`],
    },
  ]
}

async function examineProvider(payments: Pick<CardPayments, 'find'> | undefined): Promise<Finding> {
  const about = 'Card payments'
  if (!payments)
    return { about, state: 'well', said: ['simulated by the shop itself while it runs'] }
  try {
    await payments.find('pi_asked_by_the_doctor')
    return { about, state: 'well', said: ['the provider is responding'] }
  } catch (error) {
    return { about, state: 'wrong', said: [error instanceof Error ? error.message : String(error)] }
  }
}

/** The findings as a table for people, and whether nothing is wrong. */
export function report(findings: Finding[]): { ok: boolean; said: string } {
  const width = Math.max(...findings.map(({ about }) => about.length))
  const lines = findings.flatMap(({ about, state, said }) =>
    said.map((line, index) => {
      const head =
        index === 0 ? `${state.padEnd(5)}  ${about.padEnd(width)}` : ' '.repeat(width + 7)
      return `${head}  ${line}`
    }),
  )
  return { ok: findings.every(({ state }) => state !== 'wrong'), said: lines.join('\n') }
}
