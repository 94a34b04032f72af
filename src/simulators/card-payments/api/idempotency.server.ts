import { createHmac } from 'node:crypto'
import type { Pool } from 'pg'
import type { Transaction } from '#simulators/card-payments/store/transaction.server.ts'
import { isRefusal, type Refusal } from './refusal.ts'

export type StoredResponse = { status: number; body: object }

/**
 * Returns the hash that requests with the same idempotency key must share. It is an HMAC with a key that is not in the
 * database, so that card numbers can't be recovered by brute force.
 */
export function requestHash(secretKey: string, call: string, body: string): string {
  return createHmac('sha256', secretKey).update(`${call}\n${body}`).digest('hex')
}

/**
 * Claims a key and returns undefined, or returns the stored response of the first request with this key. A concurrent
 * second request waits in the insert until the first has committed. A different request with the key is refused.
 */
export async function claimKey(
  tx: Transaction,
  key: string,
  hash: string,
  now: Date,
): Promise<StoredResponse | Refusal | undefined> {
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

export async function storeResponse(tx: Transaction, key: string, response: StoredResponse) {
  await tx.query('update card_simulator.idempotency_key set status = $2, body = $3 where key = $1', [
    key,
    response.status,
    response.body,
  ])
}

/** Converts the result of a call to its status and body. */
export function responseOf(outcome: object | Refusal): StoredResponse {
  return isRefusal(outcome)
    ? { status: outcome.status, body: { error: outcome.error } }
    : { status: 200, body: outcome }
}

/** Deletes keys older than a day, as Stripe does. */
export async function forgetOldKeys(pool: Pool, now: Date): Promise<void> {
  await pool.query('delete from card_simulator.idempotency_key where created_at < $1', [
    new Date(now.getTime() - 24 * 3600 * 1000),
  ])
}
