import { createHmac } from 'node:crypto'
import type { Pool } from 'pg'
import type { Transaction } from '#simulators/card-payments/transaction.server.ts'
import { isRefusal, type Refusal } from './refusal.ts'

export type StoredAnswer = { status: number; body: object }

/**
 * What two requests with one key must have in common. Keyed with a secret that is not in the database, so that a card
 * number can't be found again by hashing all of them.
 */
export function requestHash(secretKey: string, call: string, body: string): string {
  return createHmac('sha256', secretKey).update(`${call}\n${body}`).digest('hex')
}

/**
 * Claims a key, or answers what the first request with it was answered. A second request at the same time waits in
 * the insert until the first has committed. Another request under a known key is refused.
 */
export async function claimKey(
  tx: Transaction,
  key: string,
  hash: string,
  now: Date,
): Promise<StoredAnswer | Refusal | undefined> {
  const { rowCount } = await tx.query(
    `insert into card_simulator.idempotency_key (key, request_hash, created_at) values ($1, $2, $3)
     on conflict (key) do nothing`,
    [key, hash, now],
  )
  if (rowCount === 1) return undefined
  const { rows } = await tx.query<{ request_hash: string; status: number; body: object }>(
    'select request_hash, status, body from card_simulator.idempotency_key where key = $1',
    [key],
  )
  const first = rows[0]
  if (first?.request_hash === hash) return { status: first.status, body: first.body }
  return {
    status: 400,
    error: {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    },
  }
}

/** Keeps the answer with its key, in the transaction of the effect. */
export async function storeAnswer(tx: Transaction, key: string, answer: StoredAnswer) {
  await tx.query(
    'update card_simulator.idempotency_key set status = $2, body = $3 where key = $1',
    [key, answer.status, answer.body],
  )
}

/** An outcome as it goes over the wire. */
export function answerOf(outcome: object | Refusal): StoredAnswer {
  return isRefusal(outcome)
    ? { status: outcome.status, body: { error: outcome.error } }
    : { status: 200, body: outcome }
}

/** Forgets the keys of more than a day ago, as the provider may. */
export async function forgetOldKeys(pool: Pool, now: Date): Promise<void> {
  await pool.query('delete from card_simulator.idempotency_key where created_at < $1', [
    new Date(now.getTime() - 24 * 3600 * 1000),
  ])
}
